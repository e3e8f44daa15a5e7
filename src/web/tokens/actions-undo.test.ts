import { expect, test } from 'vitest'
import type { Token } from '#api/token.ts'
import type { TokenOutcome } from '#api/write/writers.ts'
import { tokenRow, timestampOf } from '#web/testing/rows.ts'
import { tokenUndoChange } from './actions.ts'

const withExpiry = tokenRow('ci', { updated_at: timestampOf(900), expiration_date: timestampOf(5000) })
const open = tokenRow('ci', {
  updated_at: timestampOf(900),
  expiration_date: timestampOf(900),
  claims: { iat: 900, exp: 900 },
})
/** A token without an expiry after an update, on a service that stores the time of the update and breaks the value. */
const ended = tokenRow('ci', {
  updated_at: timestampOf(950),
  expiration_date: timestampOf(900),
  claims: { iat: 900, exp: 900 },
})

/** A save that asked for these fields: from one row to another. */
const saved = (
  before: Token | undefined,
  requestedFields: readonly string[],
  row: Token,
  more: Partial<TokenOutcome> = {},
): TokenOutcome => ({
  request: {
    operation: 'update',
    previousName: 'ci',
    name: 'ci',
    requestedFields,
    writeOnlyFields: [],
    ...(before && { before }),
  },
  delivery: 'accepted',
  readBack: { status: 'matches', row, writeOnlyFields: [] },
  readStartedAt: 1,
  ...more,
})

test('undo restores what the save changed, also a date that the service moved', () => {
  const after: Token = { ...withExpiry, active: false }
  expect(tokenUndoChange(saved(withExpiry, ['active'], after))).toEqual({ active: true })
  const moved: Token = { ...after, expiration_date: timestampOf(6000) }
  expect(tokenUndoChange(saved(withExpiry, ['active'], moved))).toEqual({
    active: true,
    expiration_date: { integer: 5000 },
  })
  const other: Token = { ...withExpiry, expiration_date: timestampOf(7) }
  expect(tokenUndoChange(saved(other, ['expiration_date'], withExpiry))?.expiration_date).toEqual({ integer: 7 })
})

test('undo restores a “never” that the save ended, or that an earlier update had ended', () => {
  expect(tokenUndoChange(saved(open, ['active'], { ...ended, active: false }))).toEqual({
    active: true,
    expiration_date: 'none',
  })
  expect(tokenUndoChange(saved(ended, ['active'], { ...ended, active: false }))?.expiration_date).toBe('none')
  expect(tokenUndoChange(saved(open, ['active'], { ...open, active: false }))).toEqual({ active: true })
})

test('no undo is offered when a field cannot be restored', () => {
  expect(tokenUndoChange(saved({ ...withExpiry, active: undefined }, ['active'], withExpiry))).toBeUndefined()
  const unreadable: Token = { ...withExpiry, expiration_date: '?' }
  expect(tokenUndoChange(saved(unreadable, ['expiration_date'], withExpiry))).toBeUndefined()
  expect(tokenUndoChange(saved(unreadable, ['active'], { ...unreadable, active: false }))).toEqual({ active: true })
})

test('no undo is offered for a repair, a replacement, a deletion, or a write that was not read back', () => {
  const off: Token = { ...withExpiry, active: false }
  expect(tokenUndoChange(saved(withExpiry, ['value'], withExpiry))).toBeUndefined()
  expect(tokenUndoChange(saved(withExpiry, ['active'], off, { sideEffect: { type: 'replaced' } }))).toBeUndefined()
  expect(tokenUndoChange(saved(undefined, ['active'], off))).toBeUndefined()
  expect(
    tokenUndoChange(saved(withExpiry, ['active'], off, { readBack: { status: 'unavailable', reason: 'no-list' } })),
  ).toBeUndefined()
  const removed = { ...saved(withExpiry, [], off).request, operation: 'delete' } as const
  expect(tokenUndoChange(saved(withExpiry, [], off, { request: removed }))).toBeUndefined()
})
