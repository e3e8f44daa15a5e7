import { expect, test } from 'vitest'
import { parseToken } from '#api/testing/lists.ts'
import type { Token } from '#api/token.ts'
import type { TokenOutcome } from '#api/write/writers.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import { describeOutcome } from '#web/resource/outcome-message.ts'
import { noteText } from '#web/resource/result-message.ts'
import { tokenResource } from './resource.ts'
import { leakMessage, tokenValueResult } from './status.ts'

const now = 1_800_000_000_000
const context: RowContext = { now, timeUnit: 'seconds', ownEmails: [], updateEffect: 'keeps' }
const row = (part: Partial<Token> = {}) =>
  parseToken({
    name: 'a',
    active: true,
    write: false,
    expiration_date: now / 1000 + 1,
    created_at: 1,
    updated_at: 1,
    ...part,
  })

test.each<[string, Token, Partial<RowContext>, string]>([
  ['works', row(), {}, 'It is active and not expired, so this value will probably work.'],
  ['is inactive', row({ active: false }), {}, 'It is inactive, so the service should reject this value.'],
  [
    'has expired',
    row({ expiration_date: now / 1000 - 1 }),
    {},
    'It has expired. Whether the service still accepts this value is not documented.',
  ],
  [
    'needs repair',
    { ...row({ updated_at: 9 }), claims: { iat: 5, exp: now / 1000 + 1 } },
    { updateEffect: 'replaces-and-needs-repair' },
    'Its value needs repair, so the service will probably reject it.',
  ],
  [
    'is active, and more is not known',
    row({ expiration_date: undefined }),
    {},
    'It is active, so this value may still work.',
  ],
  ['is unknown', row({ active: undefined }), {}, 'Whether it is active cannot be read, so this value may still work.'],
])('whether a leaked value still works: of a token that %s', (_, fields, more, text) => {
  expect(leakMessage(fields, { ...context, ...more })).toBe(text)
})

test('where rows carry no value, a save says that nobody knows whether it changed: under its row at first, then quietly', () => {
  const saved = (after: Token): TokenOutcome => ({
    request: {
      operation: 'update',
      previousName: 'a',
      name: 'a',
      requestedFields: ['write'],
      writeOnlyFields: [],
      before: row(),
    },
    delivery: 'accepted',
    readBack: { status: 'matches', row: after, writeOnlyFields: [] },
    readStartedAt: 1,
    valueChange: 'unknown',
  })
  const unknown: RowContext = { now, timeUnit: 'seconds', ownEmails: [] }
  const text = 'This service doesn’t show whether the value changed.'
  const describeSaved = (context: RowContext) => describeOutcome(saved(row()), tokenResource, context).message
  expect(describeSaved(unknown).isQuiet).toBeUndefined()
  expect(noteText(describeSaved(unknown))).toBe(`Saved, write off. ${text}`)
  expect(describeSaved({ ...unknown, wasUnseenReported: true })).toMatchObject({
    text: 'Saved, write off.',
    unseenText: text,
    isQuiet: true,
  })
  expect(tokenValueResult(saved({ ...row(), claims: { iat: 1, exp: 2 } }), unknown)).toBeUndefined()
  expect(tokenValueResult(saved(row()), context)).toBeUndefined()
})
