import { useState } from 'react'
import type { Token } from '#contract/token.ts'
import type { InputProps } from '#web/resource/form.ts'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { NameField } from '#web/ui/names/name-field.tsx'
import { localMoment, relative } from '#web/ui/time.ts'
import { ExpiryField } from './expiry-field.tsx'
import { expiryOf, noExpiryWord } from './status.ts'
import { canKeepDate, lifetimeOf, pickedAt, type TypedToken } from './token-form.ts'

type Props = InputProps<Token, TypedToken>

/** The name of a new token. */
export function NameInput({ form, world, onEdit }: Props) {
  const { name } = form.typed
  const fault = form.faultIn('name')
  return (
    <NameField
      label="Name"
      what="name"
      typed={name}
      alike={fault === 'taken' ? undefined : world.names.alike(name)}
      onReplace={(text) => form.fill('name', text)}
      mono
      autoFocus
      placeholder="for example billing-export"
      {...form.text('name')}
      error={
        fault === 'taken' ? (
          <>
            A token named “<Foreign text={name} />” already exists. Choose another name, or edit that one.{' '}
            <button type="button" className="link" onClick={() => onEdit(name)}>
              Edit
            </button>
          </>
        ) : fault === 'missing' ? (
          'Enter a name.'
        ) : undefined
      }
    />
  )
}

/** When a token expires: one line for a stored date, until it is changed. */
export function ExpiryInput({ form, row, like, world }: Props) {
  const choice = form.typed.expiration_date
  const [isOpen, setOpen] = useState(false)
  const stored = row && canKeepDate(row) ? row : undefined
  const fault = form.faultIn('expiration_date')
  if (stored !== undefined && choice === 'keep' && !isOpen)
    return (
      <div className="expiry-line">
        <span className="label">Expires</span>
        <span translate="no">{expiryLine(stored, world)}</span>
        <button type="button" className="btn small" aria-label="Change the expiry" onClick={() => setOpen(true)}>
          Change
        </button>
      </div>
    )
  const former = like && expiryOf(like, world.unit)
  const isPast = (at: number) => at <= world.now + (world.ahead ?? 0)
  const expires = (at: number) => `${isPast(at) ? 'expired' : 'expires'} ${localMoment(at)}`
  return (
    <>
      <ExpiryField
        choice={choice}
        stored={stored}
        fault={fault}
        world={world}
        takesFocus={isOpen}
        onChange={(next) => form.set('expiration_date', next)}
      />
      {like !== undefined && former !== 'none' && (
        <p className="hint">
          “<Foreign text={like.name} />” {former === undefined ? 'has an expiry that can’t be read' : expires(former)}.{' '}
          The copy starts with {lifetimeOf(like, world.unit) === undefined ? '30 days' : 'the same lifetime'}, from now.{' '}
          {former !== undefined && !isPast(former) && (
            <button type="button" className="link" onClick={() => form.set('expiration_date', pickedAt(former))}>
              Use this date
            </button>
          )}
        </p>
      )}
      {fault === 'unanswered' && <p className="hint">Expires can’t be read. Choose before you save.</p>}
    </>
  )
}

/** *Mon, 1 Nov 2027, 18:05 CET · in 11 months*. */
function expiryLine(token: Token, { unit, now, ahead = 0 }: Props['world']): string {
  const expiry = expiryOf(token, unit)
  if (expiry === undefined) return 'Out of range'
  return expiry === 'none' ? noExpiryWord : `${localMoment(expiry)} · ${relative(expiry, now + ahead)}`
}
