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
      const after = flags.afterChange(row, change)
      if ('unreadable' in after || isExpiryUnreadable) {
        const flagNames = 'unreadable' in after ? after.unreadable : []
        return { unreadable: [...flagNames, ...(isExpiryUnreadable ? ['expiration_date'] : [])] }
      }
      const expiryFields = expiry === undefined ? unchangedExpiry(row) : expiryToSend(expiry, { unit: unit(), now })
      return { body: { name: row.name, ...after.flags, ...expiryFields } }
    },
    requestedFields(row, change) {
      const { expiration_date: expiry } = change
      const changesExpiry = expiry !== undefined && !matchesExpiry(row, expiry, unit())
      return [...flags.requestedChanges(row, change), ...(changesExpiry ? ['expiration_date'] : [])]
    },
    mismatches: (body, row) => [
      ...flags.differences(body, row),
      ...(showsSentExpiry(row, body.expiration_date) ? [] : ['expiration_date']),
    ],
    diff(before, row) {
      const timestamps = (['expiration_date', 'updated_at'] as const).filter((field) => before[field] !== row[field])
      return [...flags.differences(before, row), ...timestamps]
    },
    writeOnlyFields: () => [],
    withoutSecrets: (body) => body,
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
