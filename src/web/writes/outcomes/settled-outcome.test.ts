import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { RowStore } from '#contract/list/row-store.ts'
import { listOf } from '#contract/testing/lists.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Token, TokenChange } from '#contract/token.ts'
import { token, tokensOf, whole } from '#web/testing/rows.ts'
import { tokenShown } from '#web/tokens/token-shown.ts'
import { createAnnouncer } from '#web/ui/live.tsx'
import { createToasts } from '#web/ui/toasts.ts'
import { noteContentOf } from '#web/writes/note-content.tsx'
import { saysOf } from './activity.ts'
import { createOutcomes, currentOf, type Outcome, type OutcomesOf } from './outcomes.ts'
import { createUnitStore } from '#web/writes/unit.ts'
import { settleOutcomes } from './settled-outcome.ts'

const tokens: OutcomesOf<Token, TokenChange> = { name: 'tokens' }
type Outcomes = ReturnType<typeof createOutcomes>

/** Settles these outcomes by a list, and returns what was announced. */
function settle(list: RowStore<Token>, outcomes: Outcomes) {
  const spoken: string[] = []
  const announcer = { ...createAnnouncer(() => 0), say: (sentence: string) => void spoken.push(sentence) }
  const toasts = createToasts(announcer)
  const unit = createUnitStore(new QueryClient())
  settleOutcomes(list, { session: { outcomes, announcer, toasts, unit }, shown: tokenShown })
  return { spoken, activity: outcomes.get().map(saysOf), toast: toasts.get() }
}
const outcomeOf = (outcomes: Outcomes, name = 'ci') => currentOf(outcomes.get(), tokens).get(name)
const add = (
  outcomes: Outcomes,
  name: string,
  outcome: Pick<Outcome<Token, TokenChange>, 'act' | 'verdict' | 'change'>,
) =>
  outcomes.add<Token, TokenChange>({
    resource: 'tokens',
    name,
    after: name,
    told: 'note',
    made: outcome.change,
    at: 10,
    ...outcome,
  })

const saved = token('ci', { write: true, updated_at: whole(2000) })

const before = token('ci', { write: false, updated_at: whole(1000) })
const verdict: Verdict<Token> = { is: 'as-asked', row: saved, before, at: 10, unseen: [], valueOutcome: 'kept' }

/** One save that was said to be done. */
function savedOnce() {
  const outcomes = createOutcomes(() => 0)
  const { id } = add(outcomes, 'ci', { act: 'save', verdict, change: { write: true } })
  outcomes.change(id, { told: 'quiet' })
  return outcomes
}

test('a save that a later list shows undone is taken back: in its note, aloud and in Activity', () => {
  const outcomes = savedOnce()
  const row = token('ci', { write: false, updated_at: whole(9000) })
  const { spoken, activity } = settle(tokensOf([row], 20), outcomes)
  const now = outcomeOf(outcomes)
  expect(now).toMatchObject({ told: 'note', since: { fields: ['write', 'updated_at'], row: { write: false } } })
  const says = '“write” is off again. It was changed outside this page, or by the service.'
  expect(now && noteContentOf('token', now, undefined).text).toBe(says)
  expect(spoken).toEqual([`ci: ${says}`])
  expect(activity).toEqual([`Saved write on. ${says}`])
})

test('a save that still holds is not taken back, and one that was is told once', () => {
  const outcomes = savedOnce()
  expect(settle(tokensOf([saved], 20), outcomes).spoken).toEqual([])
  const row = token('ci', { write: false, updated_at: whole(9000) })
  expect(settle(tokensOf([row], 20), outcomes).spoken).toHaveLength(1)
  expect(settle(tokensOf([row], 30), outcomes)).toMatchObject({ spoken: [] })
  expect(outcomeOf(outcomes)?.since).toBeDefined()
})

test('of a saved row that is gone, a toast says so: no note can stand under it', () => {
  const outcomes = savedOnce()
  const { spoken, toast } = settle(tokensOf([], 20), outcomes)
  const says = 'No longer in the list. It was deleted outside this page, or by the service.'
  expect(spoken).toEqual([`ci: ${says}`])
  expect(toast?.message).toEqual({ before: '“', name: 'ci', after: `”: ${says}` })
  expect(outcomeOf(outcomes)).toBeUndefined()
})

test('a change in another field, in the value alone, or in the last update alone is named as what it is', () => {
  const sentence = (change: Partial<Token>) => {
    const outcomes = savedOnce()
    settle(tokensOf([{ ...saved, updated_at: whole(9000), ...change }], 20), outcomes)
    const now = outcomeOf(outcomes)
    return now && noteContentOf('token', now, undefined).text
  }
  const by = 'It was changed outside this page, or by the service.'
  expect(sentence({ active: false })).toBe(`“active” is now off. ${by}`)
  expect(sentence({ expiration_date: whole(7) })).toBe(`“expires” changed. ${by}`)
  expect(sentence({})).toBe(`Saved again. ${by}`)
})

test('outcomes that one list settles are announced together: of several sentences only the last would be heard', () => {
  const outcomes = createOutcomes(() => 0)
  const verdict: Verdict<Token> = { is: 'unknown', problem: { kind: 'unreachable', sent: 'unknown' }, at: 5 }
  for (const name of ['a', 'b']) add(outcomes, name, { act: 'save', verdict, change: { write: true } })
  const rows = ['a', 'b'].map((name) => token(name, { write: true, updated_at: whole(2000) }))
  const { spoken } = settle(tokensOf(rows, 20), outcomes)
  expect(spoken).toHaveLength(1)
  expect(spoken[0]).toMatch(/a.*b/)
})

test.each(['remove', 'save'] as const)(
  'a %s that was not confirmed because of an unreadable row is not called a deletion by the next such list',
  (act) => {
    const outcomes = createOutcomes(() => 0)
    const verdict: Verdict<Token> = { is: 'not-verified', why: { kind: 'perhaps-unreadable' } }
    add(outcomes, 'ci', { act, verdict, change: {} })
    const { spoken } = settle(listOf<Token>([undefined], 20), outcomes)
    expect(outcomeOf(outcomes)?.verdict).toBe(verdict)
    expect(spoken).toEqual([])
    settle(listOf<Token>([], 30), outcomes)
    expect(outcomeOf(outcomes)?.verdict).toEqual({ is: 'deleted', at: 30 })
  },
)
