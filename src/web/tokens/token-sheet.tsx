import { useState } from 'react'
import type { Seen } from '#contract/saving/acts.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import {
  canKeepDate,
  newTokenForm,
  tokenAsTyped,
  tokenChangeForm,
  type TypedNewToken,
  type TypedToken,
} from '#contract/token-form.ts'
import type { NewToken, SettableTokenField, Token, TokenChange } from '#contract/token.ts'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { NameField } from '#web/ui/names/name-field.tsx'
import { flagField, FormSheet, type FormField } from '#web/writes/form/form-sheet.tsx'
import { useSchemaForm, type SchemaForm } from '#web/writes/form/use-schema-form.ts'
import { duplicateOf, firstToken } from '#web/tokens/details/duplicate.ts'
import { useSession } from '#web/session/session.ts'
import { ExpiryField, localClock } from './expiry-field.tsx'
import { useCreateToken, type DoTokenAct } from './token-hooks.ts'

interface NewProps {
  /** The token that it starts like. */
  like?: Token | undefined
  taken: (name: string) => boolean
  alike: (name: string) => string | undefined
  onEdit: (name: string) => void
  /** Called with the name of the new row, if there is one. */
  onDone: (created?: string) => void
}

/** The form of a new token. */
export function NewTokenSheet({ like, taken, alike, onEdit, onDone }: NewProps) {
  const create = useCreateToken()
  const [ended, setEnded] = useState<Verdict<Token>>()
  const { unit } = useSession().unit.get()
  const [first] = useState(() =>
    like === undefined ? firstToken : duplicateOf(like, taken, { unit, now: Date.now() }),
  )
  const form = useSchemaForm(newTokenForm({ taken, ...localClock }), first)
  const { name } = form.typed
  const fault = form.faultIn('name')

  const save = async (change: NewToken) => {
    setEnded(undefined)
    const verdict = await create(change)
    if (verdict === undefined || !form.isOpen()) return
    if (['as-asked', 'differently', 'already'].includes(verdict.is)) return onDone(change.name)
    // A banner above the page shows this verdict.
    if (verdict.is === 'half-replaced') return onDone()
    setEnded(verdict)
  }
  const fields: Record<keyof TypedNewToken, FormField> = {
    name: {
      input: (
        <NameField
          label="Name"
          what="name"
          typed={name}
          alike={fault === 'taken' ? undefined : alike(name)}
          onReplace={(text) => form.fill('name', text)}
          mono
          autoFocus
          placeholder="for example billing-export"
          {...form.text('name')}
          error={
            fault === 'taken' ? (
              <Taken name={name} onEdit={onEdit} />
            ) : fault === 'missing' ? (
              'Enter a name.'
            ) : undefined
          }
        />
      ),
    },
    ...settable(form, undefined),
  }
  return (
    <FormSheet
      noun="token"
      ended={ended}
      title={
        like === undefined ? (
          'New token'
        ) : (
          <>
            Duplicate <Foreign text={like.name} />
          </>
        )
      }
      action="Create token"
      fields={fields}
      isBusy={form.isBusy}
      hasChanges={form.hasChanges}
      onSubmit={() => form.submit(save)}
      onClose={() => onDone()}
    />
  )
}

interface EditProps {
  seen: Seen<Token>
  act: DoTokenAct
  onDone: () => void
}

/** The form of an existing token. */
export function EditTokenSheet({ seen: opened, act, onDone }: EditProps) {
  const [seen, setSeen] = useState(opened)
  const token = seen.row
  const [ended, setEnded] = useState<Verdict<Token>>()
  const form = useSchemaForm(tokenChangeForm(token, localClock), tokenAsTyped(token))

  const save = async (change: TokenChange) => {
    setEnded(undefined)
    const verdict = await act('save', seen, { change, isOpened: true })
    if (verdict === undefined || !form.isOpen()) return
    if (verdict.is === 'as-asked' || verdict.is === 'differently' || verdict.is === 'already') return onDone()
    // The change itself is saved; the note under the row says why the repair stopped.
    if (verdict.is === 'conflict' && verdict.during !== undefined) return onDone()
    if (verdict.is !== 'conflict') return setEnded(verdict)
    // The admin has seen what changed: the next save is compared with that.
    setSeen({ row: verdict.row, beganAt: Date.now() })
    form.rebase(tokenAsTyped(verdict.row))
  }
  return (
    <FormSheet
      noun="token"
      ended={ended}
      title={
        <>
          Edit <Foreign text={token.name} />
        </>
      }
      action="Save changes"
      fields={settable(form, canKeepDate(token) ? token : undefined)}
      isBusy={form.isBusy}
      hasChanges={form.hasChanges}
      onSubmit={() => form.submit(save)}
      onClose={onDone}
    />
  )
}

/** The fields that both forms share. `stored`: the row whose date can be kept. */
function settable(
  form: Pick<SchemaForm<TypedToken, never>, 'typed' | 'set' | 'faultIn'>,
  stored: Token | undefined,
): Record<SettableTokenField, FormField> {
  const fault = form.faultIn('expiration_date')
  return {
    expiration_date: {
      unanswered: fault === 'unanswered' ? 'Expires' : undefined,
      input: (
        <ExpiryField
          choice={form.typed.expiration_date}
          stored={stored}
          fault={fault}
          onChange={(choice) => form.set('expiration_date', choice)}
        />
      ),
    },
    write: flagField(form, 'write', { label: 'Write', hint: 'Allows changing data. Otherwise read-only.' }),
    active: flagField(form, 'active', { label: 'Active', hint: 'Deactivate to stop programs from using it.' }),
  }
}

/** *A token named “X” already exists.* with a button that opens it. */
function Taken({ name, onEdit }: { name: string; onEdit: (name: string) => void }) {
  return (
    <>
      A token named “<Foreign text={name} />” already exists. Choose another name, or edit that one.{' '}
      <button type="button" className="link" onClick={() => onEdit(name)}>
        Edit
      </button>
    </>
  )
}
