import { expect, test } from 'vitest'
import type { Token } from '#contract/token.ts'
import type { Outcome } from '#contract/write/outcome.ts'
import { token } from '#web/testing/rows.ts'
import { valueWords } from './value-words.ts'

const world = { now: 1_800_000_000_000, unit: 'milliseconds', onUpdate: 'replaces', you: [] } as const

/** What is said of the new value of a token that is inactive after this field was saved. */
const after = (field: string) => {
  const row = token('ci', { active: false })
  const done = { do: 'save', from: 'ci', name: 'ci', before: row, asked: [field], unseen: [] }
  const outcome = { done, sent: 'yes', shown: { is: 'as-asked', row, unseen: [] }, at: 0, value: 'new' }
  return valueWords(outcome as unknown as Outcome<Token, object>, world)
}

test('the new value of a token that was just deactivated is told, and not offered to be copied', () => {
  const says = 'New value, but the token is inactive. Activating it replaces the value again.'
  expect(after('active')).toEqual({ says, next: [] })
  expect(after('write')).toEqual({ tone: 'news', says, next: ['copy'] })
})
