import { memo, type ReactNode } from 'react'
import type { TokenChange, Token } from '#contract/token.ts'
import { worthOf } from '#contract/saving/value-worth.ts'
import { momentAt } from '#contract/wire.ts'
import { rowState, sameProps } from '#web/list/row-state.tsx'
import { usePendingChange } from '#web/writes/use-write.ts'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { copyIcon, eyeIcon, eyeOffIcon, moreIcon, tip } from '#web/ui/icons.tsx'
import { RowMark, StatusMark } from '#web/ui/status-mark.tsx'
import { RowSwitch } from '#web/ui/row-switch.tsx'
import { ago, bothMoments, clockOf, dateOf, relative } from '#web/ui/time.ts'
import type { TokenColumn } from './token-resource.ts'
import { expiryOf, otherUnitMoment, statusOf, type ViewContext } from './token-status.ts'
import { noExpiryWord, statusWords, words } from './words.ts'
import './token-row.css'

/** What a row asks its page to do; `from` is the button that a menu opens under. */
export interface RowActs {
  switch: (token: Token, change: TokenChange) => void
  edit: (token: Token) => void
  copy: (token: Token) => void
  reveal: (token: Token) => void
  choose: (token: Token, field: 'write' | 'active', from: HTMLElement) => void
  more: (token: Token, from: HTMLElement) => void
}

interface Props {
  token: Token
  sight: ViewContext
  justSaved: boolean
  /** What is odd about the look of its name. */
  oddity: string | undefined
  /** It stands on top of an order that it is not in yet. */
  isNew: boolean
  revealed: boolean
  readOnly: boolean
  acts: RowActs
}

/** The cells of one token: the service's word, with what was asked for laid over them. */
export const TokenRow = memo(function TokenRow(props: Props) {
  const { token, sight, justSaved, oddity, isNew, revealed, readOnly, acts } = props
  const pending = usePendingChange<TokenChange>('tokens', token.name)
  const name = visible(token.name)
  const status = statusOf(token, sight)
  const worth = worthOf(token, sight)
  const updated = momentAt(token.updated_at, sight.unit)
  const state = rowState(pending !== undefined, justSaved && worth.is !== 'needs-repair')
  const isOpenDate = status === 'past' && sight.expiryEnforcedIn === undefined
  const flag = (field: 'write' | 'active') => (
    <RowSwitch
      label={`${name} ${field}`}
      checked={token[field]}
      asked={pending?.[field]}
      readOnly={readOnly}
      onSwitch={(to) => acts.switch(token, { [field]: to })}
      onUnknown={(from) => acts.choose(token, field, from)}
      choice="menu"
    />
  )
  // A column that is forgotten here does not compile.
  const cells: Record<TokenColumn, ReactNode> = {
    name: (
      <th key="name" role="rowheader" scope="row" className="c-name" aria-label={name}>
        <button
          type="button"
          className="name"
          aria-label={`Edit ${name}`}
          data-name={token.name}
          data-home
          onClick={() => acts.edit(token)}
        >
          <Foreign text={token.name} title={name} />
        </button>
        {isNew && <span className="tag">New</span>}
        {oddity !== undefined && <RowMark says={oddity} odd />}
        {worth.is === 'needs-repair' && <RowMark says={words.spoiled(worth.isRejected)} />}
        {otherUnitMoment(token, sight) !== undefined && <RowMark says={words.otherUnit(sight.unit)} />}
      </th>
    ),
    status: (
      <td key="status" role="cell" className="c-status">
        <span className="st" title={isOpenDate ? words.expiredTitle : undefined}>
          <StatusMark mark={status} />
          {statusWords[status]}
          {state && <span className="narrow-state">{state}</span>}
        </span>
      </td>
    ),
    expires: (
      <td key="expires" role="cell" className="c-exp">
        {expires(token, sight)}
      </td>
    ),
    write: (
      <td key="write" role="cell" className="c-sw" data-label="Write">
        {flag('write')}
      </td>
    ),
    active: (
      <td key="active" role="cell" className="c-sw" data-label="Active">
        {flag('active')}
      </td>
    ),
    updated: (
      <td
        key="updated"
        role="cell"
        className="c-upd"
        title={updated === undefined || state ? undefined : bothMoments(updated)}
      >
        {state ?? (updated === undefined ? 'unknown' : ago(updated, sight.now))}
      </td>
    ),
  }
  return (
    <>
      {Object.values(cells)}
      <td role="cell" className="c-act">
        <span className="acts">
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
          <button
            type="button"
            className="ib"
            aria-label={`More for ${name}`}
            aria-haspopup="menu"
            onClick={(event) => acts.more(token, event.currentTarget)}
          >
            {tip('More', moreIcon)}
          </button>
        </span>
      </td>
    </>
  )
}, sameProps)

const day = 24 * 60 * 60 * 1000

function expires(token: Token, sight: ViewContext): ReactNode {
  const expiry = expiryOf(token, sight.unit)
  if (expiry === undefined) return <span className="exp">unreadable</span>
  if (expiry === 'none') {
    const stored = token.expiration_date.spelled === 'none' ? words.noDateTitle : words.notGivenTitle
    const title = sight.noExpiryMeans === 'never' ? words.neverTitle : stored
    return (
      <span className="exp" title={title}>
        <b>{noExpiryWord(sight)}</b>
      </span>
    )
  }
  const near = Math.abs(expiry - sight.now) < 2 * day
  return (
    <span className="exp" title={bothMoments(expiry)}>
      <b>{relative(expiry, sight.now)}</b>
      <span>{near ? clockOf(expiry) : dateOf(expiry)}</span>
    </span>
  )
}
