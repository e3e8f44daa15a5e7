import { memo, type ReactNode } from 'react'
import type { TokenChange, Token } from '#contract/token.ts'
import { needsRepair } from '#contract/facts.ts'
import { momentAt } from '#contract/wire.ts'
import { actsCell, dateProps, nameCell, statusCell, switchCell, updatedCell } from '#web/list/row-cells.tsx'
import { savingWord, sameProps, savingState, type RowState } from '#web/list/row-state.tsx'
import { visible } from '#web/ui/names/foreign.tsx'
import { copyIcon, eyeIcon, eyeOffIcon } from '#web/ui/icons.tsx'
import { RowMark } from '#web/ui/status-mark.tsx'
import { clockOf, dateOf, relative } from '#web/ui/time.ts'
import type { TokenColumn } from './token-resource.ts'
import { expiryOf, otherUnitMoment, statusOf, type ViewContext } from './token-status.ts'
import { noExpiryWord, statusWords, words } from './words.ts'
import './token-row.css'

interface Props extends RowState<TokenChange> {
  token: Token
  context: ViewContext
  revealed: boolean
}

/** The cells of one token: the service's answer, with pending changes on top. */
export const TokenRow = memo(function TokenRow(props: Props) {
  const { token, context, pending, isNew, revealed, readOnly } = props
  const name = visible(token.name)
  const status = statusOf(token, context)
  const spoiled = needsRepair(token, context) ? words.spoiled : undefined
  const state = savingState(props)
  const flag = (field: 'write' | 'active', head: string) =>
    switchCell({
      name: token.name,
      flag: field,
      head,
      checked: token[field],
      requested: pending?.[field],
      busy: pending && savingWord,
      readOnly,
      choice: 'menu',
    })
  // A missing column is a type error.
  const cells: Record<TokenColumn, ReactNode> = {
    name: nameCell({
      name: token.name,
      isNew,
      also: otherUnitMoment(token, context) !== undefined && <RowMark text={words.otherUnit(context.unit)} />,
    }),
    status: statusCell({
      // Green would be half the truth.
      mark: spoiled === undefined ? status : 'repair',
      word:
        spoiled === undefined ? (
          statusWords[status]
        ) : (
          <>
            <span>{statusWords[status]}</span>
            <span className="sr">{`. ${spoiled}`}</span>
          </>
        ),
      title: spoiled ?? (status === 'past' ? words.expiredTitle : undefined),
      state,
    }),
    expires: expiresCell(token, context),
    write: flag('write', 'Write'),
    active: flag('active', 'Active'),
    updated: updatedCell(momentAt(token.updated_at, context.unit), state, context.now),
  }
  return (
    <>
      {Object.values(cells)}
      {actsCell(
        token.name,
        <>
          <button type="button" className="ib" aria-label={`Copy ${name}`} data-press="copy" data-tip="Copy the value">
            {copyIcon}
          </button>
          <button
            type="button"
            className="ib"
            aria-label={`Reveal ${name}`}
            aria-expanded={revealed}
            data-reveal={token.name}
            data-press="reveal"
            data-tip={revealed ? 'Hide the value' : 'Reveal the value'}
          >
            {revealed ? eyeOffIcon : eyeIcon}
          </button>
        </>,
      )}
    </>
  )
}, sameProps)

const day = 24 * 60 * 60 * 1000

function expiresCell(token: Token, context: ViewContext): ReactNode {
  const expiry = expiryOf(token, context.unit)
  if (expiry === undefined || expiry === 'none') {
    const title = token.expiration_date === undefined ? words.noDateTitle : words.notGivenTitle
    return (
      // Another key than a date's: its tooltip must go with it.
      <td key="no-date" role="cell" className="c-exp" title={expiry && title}>
        {expiry === undefined ? 'unreadable' : noExpiryWord}
      </td>
    )
  }
  const near = Math.abs(expiry - context.now) < 2 * day
  return (
    <td key="expires" role="cell" className="c-exp" {...dateProps(expiry)}>
      <b>{relative(expiry, context.now)}</b>
      <span>{near ? clockOf(expiry) : dateOf(expiry)}</span>
    </td>
  )
}
