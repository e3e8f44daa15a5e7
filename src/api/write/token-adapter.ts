import { createFlagComparer, guessTimeUnit, unreadableTimestamp, type TimeUnit } from '#api/wire.ts'
import {
  matchesExpiry,
  unchangedExpiry,
  expiryToSend,
  showsSentExpiry,
  tokenFlags,
  type NewToken,
  type Token,
  type TokenChange,
  type TokenBody,
} from '#api/token.ts'
import type { ResourceAdapter } from './resource-adapter.ts'
import { valueMatchesRow, compareValues } from './value-change.ts'

/** The types of tokens. */
export interface TokenTypes {
  row: Token
  draft: NewToken
  change: TokenChange
  create: TokenBody
  update: TokenBody
}

const flags = createFlagComparer(tokenFlags)

/** How tokens are written. `unit`: of the service's moments, as documented where it is unknown; `now`: both read for each write. */
export function createTokenAdapter(unit: () => TimeUnit, now: () => number): ResourceAdapter<TokenTypes> {
  return {
    keyField: 'name',
    nameOf: ({ name }) => name,
    nameAfter: (name) => name,
    toCreateBody: ({ expiration_date: expiry, ...rest }) => ({
      ...rest,
      ...expiryToSend(expiry, { unit: unit(), now }),
    }),
    toUpdateBody(row, change) {
      const { expiration_date: expiry } = change
      const isExpiryUnreadable = expiry === undefined && row.expiration_date === unreadableTimestamp
      const sent = flags.sent(row, change)
      if ('unreadable' in sent || isExpiryUnreadable) {
        const flagNames = 'unreadable' in sent ? sent.unreadable : []
        return { unreadable: [...flagNames, ...(isExpiryUnreadable ? ['expiration_date'] : [])] }
      }
      const expiryFields = expiry === undefined ? unchangedExpiry(row) : expiryToSend(expiry, { unit: unit(), now })
      return { body: { name: row.name, ...sent.flags, ...expiryFields } }
    },
    requestedFields(row, change) {
      const { expiration_date: expiry } = change
      const changesExpiry = expiry !== undefined && !matchesExpiry(row, expiry, unit())
      return [...flags.asked(row, change), ...(changesExpiry ? ['expiration_date'] : [])]
    },
    mismatches: (sent, row) => [
      ...flags.differing(sent, row),
      ...(showsSentExpiry(row, sent.expiration_date) ? [] : ['expiration_date']),
    ],
    diff(before, row) {
      const timestamps = (['expiration_date', 'updated_at'] as const).filter((field) => before[field] !== row[field])
      return [...flags.differing(before, row), ...timestamps]
    },
    writeOnlyFields: () => [],
    withoutSecrets: (sent) => sent,
    applyUpdate: (row) => row,
    compareValues,
    valueMatchesRow: (row) => valueMatchesRow(row, unit()),
    detectMistake({ expiration_date: integer }, row) {
      const serviceUnit = guessTimeUnit(row.updated_at)
      const sentUnit = guessTimeUnit(integer)
      if (sentUnit === undefined || serviceUnit === undefined || sentUnit === serviceUnit) return undefined
      return { type: 'time-unit-misread', unit: serviceUnit, field: 'expiration_date' }
    },
  }
}
