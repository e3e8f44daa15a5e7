import { memo, type ReactNode } from 'react'
import { tokenFlags, type Token, type TokenChange, type TokenFlag } from '#contract/token.ts'
import { needsRepair } from '#contract/facts.ts'
import { momentAt } from '#contract/wire.ts'
import { actsCell, dateProps, nameCell, statusCell, switchCell, updatedCell } from '#web/list/row-cells.tsx'
import { busyWord, savingState, type RowState } from '#web/list/row-state.tsx'
import { sameProps } from '#web/ui/same-props.ts'
import { columnsOf } from '#web/list/view.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { copyIcon, eyeIcon, eyeOffIcon } from '#web/ui/icons.tsx'
import { RowMark } from '#web/ui/status-mark.tsx'
import { clockOf, dateOf, relative } from '#web/ui/time.ts'
import type { World } from '#web/resource/world.ts'
import { keysOf } from '#web/resource/resource.ts'
import { tokens } from './resource.ts'
import { expiryOf, noExpiryWord, otherUnitMoment, statusOf, statusWords } from './status.ts'
import './token-row.css'

const columns = columnsOf(tokens)

interface Props extends RowState<TokenChange> {
  token: Token
  world: World
  revealed: boolean
}

/** The cells of one token: the service's answer, with pending changes on top. */
export const TokenRow = memo(function TokenRow(props: Props) {
  const { token, world, pending, isNew, revealed, readOnly } = props
  const name = visible(token.name)
  const status = statusOf(token, world)
  const spoiled = needsRepair(token, world) ? words.spoiled : undefined
  const state = savingState(props)
  const flag = (field: TokenFlag) =>
    switchCell({
      name: token.name,
      flag: field,
      head: tokens.fields[field]?.label ?? field,
      checked: token[field],
      requested: pending?.change[field],
      busy: busyWord(pending),
      readOnly,
      choice: 'menu',
    })
  const cells: Readonly<Record<string, ReactNode>> = {
    name: nameCell({
      name: token.name,
      isNew,
      also: otherUnitMoment(token, world) !== undefined && <RowMark text={words.otherUnit(world.unit)} />,
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
    expiration_date: expiresCell(token, world),
    ...Object.fromEntries(keysOf(tokenFlags).map((name) => [name, flag(name)])),
    updated_at: updatedCell(momentAt(token.updated_at, world.unit), state, world.now),
  }
  return (
    <>
      {columns.map((column) => cells[column])}
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

/** Tooltips of the row. */
const words = {
  notGivenTitle:
    'The date equals the last update: no date was given. Some services treat that as never, others as expired.',
  noDateTitle: 'The service stores no expiry.',
  expiredTitle: 'Whether the service still accepts it is not documented.',
  spoiled: 'Needs repair: the service will probably reject this value.',
  otherUnit: (unit: string) =>
    unit === 'seconds'
      ? 'Its date is in milliseconds, but this service counts seconds. It expires thousands of years from now.'
      : 'Its date is in seconds, but this service counts milliseconds. It counts as 1970.',
} as const

const day = 24 * 60 * 60 * 1000

function expiresCell(token: Token, world: World): ReactNode {
  const expiry = expiryOf(token, world.unit)
  if (expiry === undefined || expiry === 'none') {
    const title = token.expiration_date === undefined ? words.noDateTitle : words.notGivenTitle
    return (
      // Another key than a date's: its tooltip must go with it.
      <td key="no-date" role="cell" className="c-exp" title={expiry && title}>
        {expiry === undefined ? 'unreadable' : noExpiryWord}
      </td>
    )
  }
  const near = Math.abs(expiry - world.now) < 2 * day
  return (
    <td key="expires" role="cell" className="c-exp" {...dateProps(expiry)}>
      <b>{relative(expiry, world.now)}</b>
      <span>{near ? clockOf(expiry) : dateOf(expiry)}</span>
    </td>
  )
}
