import { memo, type ReactNode } from 'react'
import type { TokenChange, Token } from '#contract/token.ts'
import { worthOf } from '#contract/saving/value-worth.ts'
import { momentAt } from '#contract/wire.ts'
import { actsCell, dateProps, nameCell, statusCell, switchCell, updatedCell } from '#web/list/row-cells.tsx'
import { busyWord, sameProps, savingState, type RowState } from '#web/list/row-state.tsx'
import { visible } from '#web/ui/names/foreign.tsx'
import { copyIcon, eyeIcon, eyeOffIcon, tip } from '#web/ui/icons.tsx'
import { RowMark } from '#web/ui/status-mark.tsx'
import { clockOf, dateOf, relative } from '#web/ui/time.ts'
import type { TokenColumn } from './token-resource.ts'
import { expiryOf, otherUnitMoment, statusOf, type ViewContext } from './token-status.ts'
import { noExpiryWord, statusWords, words } from './words.ts'
import './token-row.css'

/** What a row calls to act. `from`: the button under which a menu opens. */
export interface RowActs {
  switch: (token: Token, change: TokenChange) => void
  edit: (token: Token) => void
  copy: (token: Token) => void
  reveal: (token: Token) => void
  choose: (token: Token, field: 'write' | 'active', from: HTMLElement) => void
  more: (token: Token, from: HTMLElement) => void
}

interface Props extends RowState<TokenChange> {
  token: Token
  context: ViewContext
  revealed: boolean
  acts: RowActs
}

/** The cells of one token: the service's answer, with pending changes on top. */
export const TokenRow = memo(function TokenRow(props: Props) {
  const { token, context, pending, twin, oddity, isNew, revealed, readOnly, acts } = props
  const name = visible(token.name)
  const status = statusOf(token, context)
  const worth = worthOf(token, context)
  const state = savingState(props)
  const isOpenDate = status === 'past' && context.expiryEnforcedIn === undefined
  const flag = (field: 'write' | 'active', head: string) =>
    switchCell({
      name: token.name,
      flag: field,
      head,
      checked: token[field],
      requested: pending?.change[field],
      busy: busyWord(pending),
      readOnly,
      onSwitch: (to) => acts.switch(token, { [field]: to }),
      onUnknown: (from) => acts.choose(token, field, from),
      choice: 'menu',
    })
  // A missing column is a type error.
  const cells: Record<TokenColumn, ReactNode> = {
    name: nameCell({
      name: token.name,
      twin,
      oddity,
      isNew,
      also: (
        <>
          {worth.is === 'needs-repair' && <RowMark text={words.spoiled(worth.isRejected)} />}
          {otherUnitMoment(token, context) !== undefined && <RowMark text={words.otherUnit(context.unit)} />}
        </>
      ),
      onEdit: () => acts.edit(token),
    }),
    status: statusCell({
      mark: status,
      word: statusWords[status],
      title: isOpenDate ? words.expiredTitle : undefined,
      state,
    }),
    expires: (
      <td key="expires" role="cell" className="c-exp">
        {expires(token, context)}
      </td>
    ),
    write: flag('write', 'Write'),
    active: flag('active', 'Active'),
    updated: updatedCell(momentAt(token.updated_at, context.unit), state, context.now),
  }
  return (
    <>
      {Object.values(cells)}
      {actsCell(
        token.name,
        (from) => acts.more(token, from),
        <>
          <button type="button" className="ib" aria-label={`Copy ${name}`} onClick={() => acts.copy(token)}>
            {tip('Copy the value', copyIcon)}
          </button>
          <button
            type="button"
            className="ib"
            aria-label={`Reveal ${name}`}
            aria-expanded={revealed}
            data-reveal={token.name}
            onClick={() => acts.reveal(token)}
          >
            {revealed ? tip('Hide the value', eyeOffIcon) : tip('Reveal the value', eyeIcon)}
          </button>
        </>,
      )}
    </>
  )
}, sameProps)

const day = 24 * 60 * 60 * 1000

function expires(token: Token, context: ViewContext): ReactNode {
  const expiry = expiryOf(token, context.unit)
  if (expiry === undefined) return <span className="exp">unreadable</span>
  if (expiry === 'none') {
    const stored = token.expiration_date === undefined ? words.noDateTitle : words.notGivenTitle
    const title = context.noExpiryMeans === 'never' ? words.neverTitle : stored
    return (
      <span className="exp" title={title}>
        <b>{noExpiryWord(context)}</b>
      </span>
    )
  }
  const near = Math.abs(expiry - context.now) < 2 * day
  return (
    <span className="exp" {...dateProps(expiry)}>
      <b>{relative(expiry, context.now)}</b>
      <span>{near ? clockOf(expiry) : dateOf(expiry)}</span>
    </span>
  )
}
