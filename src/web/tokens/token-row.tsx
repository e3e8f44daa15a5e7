import { memo, type ReactNode } from 'react'
import { tokenFlags, type Token, type TokenChange, type TokenFlag } from '#api/token.ts'
import { needsRepair } from '#api/service-facts.ts'
import { toMillis } from '#api/wire.ts'
import {
  actionsCell,
  dateProps,
  nameCell,
  statusCell,
  switchCell,
  updatedCell,
  busyLabel,
  saveIndicator,
  type RowState,
} from '#web/list/row-cells.tsx'
import { isDeepEqual } from '#web/ui/deep-equal.ts'
import { columnsOf } from '#web/list/list-params.ts'
import { RowWarningIcon } from '#web/ui/icons.tsx'
import { formatTime, formatDate, formatRelative } from '#web/ui/format.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import { typedKeys } from '#web/resource/resource.ts'
import { tokenResource } from './resource.ts'
import { valueButtons } from './reveal-value.tsx'
import { expiryOf, noExpiryLabel, expiryInOtherUnit, tokenStatus, tokenStatusLabels } from './status.ts'
import './token-row.css'

const columns = columnsOf(tokenResource)

interface TokenRowProps extends RowState<TokenChange> {
  token: Token
  context: RowContext
  isRevealed: boolean
}

/** The cells of one token: the service's answer, with pending changes on top. */
export const TokenRow = memo(function TokenRow(props: TokenRowProps) {
  const { token, context, pending, isNew, isRevealed, readOnly } = props
  const status = tokenStatus(token, context)
  const repairText = needsRepair(token, context) ? titles.spoiled : undefined
  const state = saveIndicator(props)
  const renderSwitch = (field: TokenFlag) =>
    switchCell({
      name: token.name,
      flag: field,
      columnLabel: tokenResource.fields[field]?.label ?? field,
      checked: token[field],
      requested: pending?.change[field],
      busyText: busyLabel(pending),
      readOnly,
      popupType: 'menu',
    })
  const cells: Readonly<Record<string, ReactNode>> = {
    name: nameCell({
      name: token.name,
      isNew,
      tags: expiryInOtherUnit(token, context) !== undefined && (
        <RowWarningIcon text={titles.otherUnit(context.timeUnit)} />
      ),
    }),
    status: statusCell({
      // Green would be half the truth.
      mark: repairText === undefined ? status : 'repair',
      label:
        repairText === undefined ? (
          tokenStatusLabels[status]
        ) : (
          <>
            <span>{tokenStatusLabels[status]}</span>
            <span className="sr">{`. ${repairText}`}</span>
          </>
        ),
      title: repairText ?? (status === 'past' ? titles.expiredTitle : undefined),
      state,
    }),
    expiration_date: expiresCell(token, context),
    ...Object.fromEntries(typedKeys(tokenFlags).map((name) => [name, renderSwitch(name)])),
    updated_at: updatedCell(toMillis(token.updated_at, context.timeUnit), state, context.now),
  }
  return (
    <>
      {columns.map((column) => cells[column])}
      {actionsCell(token.name, valueButtons(token.name, isRevealed))}
    </>
  )
}, isDeepEqual)

/** Tooltips of the row. */
const titles = {
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

function expiresCell(token: Token, context: RowContext): ReactNode {
  const expiry = expiryOf(token, context.timeUnit)
  if (expiry === undefined || expiry === 'none') {
    const title = token.expiration_date === undefined ? titles.noDateTitle : titles.notGivenTitle
    return (
      // Another key than a date's: its tooltip must go with it.
      <td key="no-date" role="cell" className="c-exp" title={expiry && title}>
        {expiry === undefined ? 'unreadable' : noExpiryLabel}
      </td>
    )
  }
  const isNear = Math.abs(expiry - context.now) < 2 * day
  return (
    <td key="expires" role="cell" className="c-exp" {...dateProps(expiry)}>
      <b>{formatRelative(expiry, context.now)}</b>
      <span>{isNear ? formatTime(expiry) : formatDate(expiry)}</span>
    </td>
  )
}
