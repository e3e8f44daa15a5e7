import type { ReactNode } from 'react'
import { needsRepair } from '#api/service-facts.ts'
import type { StoredToken, Token, TokenChange } from '#api/token.ts'
import { toMillis } from '#api/wire.ts'
import { dateProps, noDateSuffix, statusCell } from '#web/resource/cells.tsx'
import type { CellProps, Column } from '#web/resource/columns.ts'
import {
  activeHeaders,
  flagInput,
  flagField,
  toIsoString,
  timestampField,
  nameField,
  statusWidths,
  updatedColumn,
} from '#web/resource/field-definitions.tsx'
import type { FieldDefinition } from '#web/resource/resource.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import { formatDate, formatDateTime, formatRelative, formatTime } from '#web/ui/format.ts'
import { RowWarningIcon } from '#web/ui/icons.tsx'
import { parseExpiry } from './expiry.ts'
import {
  expiryInOtherUnit,
  expiryOf,
  noExpiryLabel,
  tokenStatus,
  tokenStatusLabels,
  type TokenStatus,
} from './status.ts'
import './fields.css'

type TokenField = FieldDefinition<Token, TokenChange>

const statuses: readonly TokenStatus[] = ['active', 'soon', 'past', 'inactive', 'unknown']

/** As cards: leaves room for the longest expiry, even if a scrollbar takes 15 of 360 px. */
const statusOnCard = 'clamp(7rem, 100% - 12rem, 8.75rem)'

/** Every field of a token, and its status. A missing field is a type error. */
export const tokenFields = {
  name: {
    ...nameField<Token>('Name', ({ name }) => name, { nameClass: 'name', tagsOf: warningIcons }),
    input: {
      createOnly: true,
      csvHeaders: ['token', 'tokenname', 'bezeichnung', 'nom', 'nombre'],
      parse: () => ({ change: {} }),
    },
  },
  status: {
    label: 'Status',
    inlineLabel: 'status',
    column: {
      className: 'c-status',
      width: { ...statusWidths, card: statusOnCard },
      sortValue: (token, context) => statuses.indexOf(tokenStatus(token, context)),
      cell: renderStatus,
    },
    format: statusLabel,
    mark: tokenStatus,
    csv: { header: 'Status', cell: (token, context) => tokenStatusLabels[tokenStatus(token, context)] },
  },
  expiration_date: {
    label: 'Expires',
    inlineLabel: 'expires',
    column: {
      className: 'c-exp',
      width: {
        wide: '14rem',
        medium: 'clamp(7.5rem, 100cqw - 47rem, 13rem)',
        narrow: '7rem',
        card: `calc(100% - 0.75rem - ${statusOnCard})`,
      },
      // No expiry sorts after any date, unreadable dates after that.
      sortValue(token, { timeUnit }) {
        const expiry = expiryOf(token, timeUnit)
        return expiry === 'none' ? 9e15 : (expiry ?? 9.1e15)
      },
      sortLabels: { ascending: 'Expires first', descending: 'Expires last' },
      cell: renderExpiry,
    },
    format(token, { timeUnit }) {
      const expiry = expiryOf(token, timeUnit)
      return expiry === undefined
        ? 'unreadable'
        : expiry === 'none'
          ? noExpiryLabel
          : formatDateTime(expiry) + noDateSuffix(expiry)
    },
    csv: {
      header: 'Expires (UTC)',
      cell(token, { timeUnit }) {
        const expiry = expiryOf(token, timeUnit)
        return expiry === 'none' ? noExpiryLabel : (toIsoString(expiry) ?? 'unreadable')
      },
    },
    formatChange({ expiration_date: expiry }, { timeUnit, now }) {
      if (expiry === undefined) return undefined
      if (expiry === 'none') return noExpiryLabel
      const instant = 'integer' in expiry ? toMillis(expiry.integer, timeUnit) : undefined
      if ('integer' in expiry) return instant === undefined ? String(expiry.integer) : formatDateTime(instant)
      return formatDateTime('at' in expiry ? expiry.at : now + expiry.after)
    },
    input: {
      csvHeaders: [
        'expiration',
        'expiry',
        'expirydate',
        'expiresat',
        'expireson',
        'validuntil',
        'ablauf',
        'ablaufdatum',
        'läuftab',
        'läuftabam',
        'verfallsdatum',
        'gültigbis',
        'expire',
        'expirele',
        'datedexpiration',
        'échéance',
        'datedéchéance',
        'valablejusquau',
        'validejusquau',
        'expira',
        'expiración',
        'fechadeexpiración',
        'caduca',
        'caducidad',
        'fechadecaducidad',
        'vence',
        'vencimiento',
        'fechadevencimiento',
        'válidohasta',
      ],
      parse: parseExpiry,
    },
  },
  write: {
    ...flagField('write', 'Write'),
    input: flagInput('write', 'Write', {
      hint: 'Allows changing data. Otherwise read-only.',
      csvHeaders: [
        'canwrite',
        'schreiben',
        'schreibrecht',
        'schreibzugriff',
        'écriture',
        'accèsenécriture',
        'droitdécriture',
        'escritura',
        'escribir',
        'accesodeescritura',
        'permisodeescritura',
      ],
    }),
  },
  active: {
    ...flagField('active', 'Active'),
    input: flagInput('active', 'Active', {
      hint: 'Deactivate to stop programs from using it.',
      csvHeaders: activeHeaders,
    }),
  },
  updated_at: { ...timestampField('updated_at', 'Updated', 'its last update'), column: updatedColumn('hidden') },
  created_at: timestampField('created_at', 'Created', 'created'),
} satisfies Record<keyof StoredToken | 'status', TokenField>

/** Tooltips of the cells. */
const titles = {
  notGivenTitle:
    'The date equals the last update: no date was given. Some services treat that as never, others as expired.',
  noDateTitle: 'The service stores no expiry.',
  expiredTitle: 'Whether the service still accepts it is not documented.',
  spoiled: 'The service issued a value that doesn’t match this token, and will probably reject it.',
  newValue: 'Nobody has copied its new value.',
  unreadableValue: 'Its value can’t be read as a token. Other values in this list can.',
  otherUnit: (unit: string) =>
    unit === 'seconds'
      ? 'Its date is in milliseconds, but this service counts seconds. It expires thousands of years from now.'
      : 'Its date is in seconds, but this service counts milliseconds. It counts as 1970.',
} as const

const day = 24 * 60 * 60 * 1000

type TokenCell = CellProps<Token, TokenChange>

function warningIcons(token: Token, context: RowContext): ReactNode {
  const isInOtherUnit = expiryInOtherUnit(token, context) !== undefined
  const isValueUnreadable = context.areValuesReadable === true && token.claims === undefined
  return (
    <>
      {isInOtherUnit && <RowWarningIcon text={titles.otherUnit(context.timeUnit)} />}
      {isValueUnreadable && <RowWarningIcon text={titles.unreadableValue} />}
    </>
  )
}

/** The word for it, in the list and in its sheet. */
function statusLabel(token: Token, context: RowContext): string {
  return needsRepair(token, context) ? 'Needs repair' : tokenStatusLabels[tokenStatus(token, context)]
}

function renderStatus(props: TokenCell, column: Column): ReactNode {
  const { row, context, hasNewValue } = props
  const status = tokenStatus(row, context)
  const label = statusLabel(row, context)
  // The switch and the date beside it say the rest.
  if (needsRepair(row, context)) return statusCell(props, column, { mark: 'repair', label, title: titles.spoiled })
  if (hasNewValue)
    return statusCell(props, column, { mark: 'new-value', label: 'New value', title: `${label}. ${titles.newValue}` })
  const title = status === 'past' ? titles.expiredTitle : undefined
  return statusCell(props, column, { mark: status, label, title })
}

function renderExpiry({ row: token, context }: TokenCell, { className }: Column): ReactNode {
  const expiry = expiryOf(token, context.timeUnit)
  if (expiry === undefined || expiry === 'none') {
    const title = token.expiration_date === undefined ? titles.noDateTitle : titles.notGivenTitle
    return (
      // Another key than a date's: its tooltip must go with it.
      <td key="no-date" role="cell" className={className} title={expiry && title}>
        {expiry === undefined ? 'unreadable' : noExpiryLabel}
      </td>
    )
  }
  const isNear = Math.abs(expiry - context.now) < 2 * day
  return (
    <td key="expires" role="cell" className={className} {...dateProps(expiry)}>
      <b>{formatRelative(expiry, context.now)}</b>
      <span>{isNear ? formatTime(expiry) : formatDate(expiry)}</span>
    </td>
  )
}
