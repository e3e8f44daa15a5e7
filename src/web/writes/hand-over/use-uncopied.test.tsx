import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Verdict } from '#contract/saving/verdict.ts'
import { SessionProvider, type Session } from '#web/ui/session.ts'
import { createStore } from '#web/ui/store.ts'
import { createOutcomes, type Outcome } from '#web/writes/outcomes/outcomes.ts'
import { useUncopied } from './use-uncopied.ts'

type Facts = Pick<Outcome, 'resource' | 'act'> & { valueOutcome?: 'new' | 'kept' }

const verdictWith = (valueOutcome: Facts['valueOutcome']): Verdict<object> => ({
  is: 'as-asked',
  row: {},
  at: 0,
  unseen: [],
  ...(valueOutcome && { valueOutcome }),
})

test('a report counts new values, values of new tokens and kept passwords of its own rows, until they are copied', () => {
  const outcomes = createOutcomes(() => 0)
  const passwords = createStore({ kept: new Set(['ann@x.test']), lost: new Set<string>() })
  const session = { outcomes, passwords } as unknown as Session
  const add = (name: string, { valueOutcome, ...facts }: Facts) =>
    outcomes.add({
      ...facts,
      name,
      after: name,
      told: 'quiet',
      made: {},
      change: {},
      at: 0,
      verdict: verdictWith(valueOutcome),
    })
  const made = add('made', { resource: 'tokens', act: 'create' })
  const ids = new Set([
    made.id,
    add('replaced', { resource: 'tokens', act: 'save', valueOutcome: 'new' }).id,
    add('kept', { resource: 'tokens', act: 'save', valueOutcome: 'kept' }).id,
    add('ann@x.test', { resource: 'users', act: 'create' }).id,
    add('ben@x.test', { resource: 'users', act: 'create' }).id,
  ])
  add('of another run', { resource: 'tokens', act: 'create' })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionProvider value={session}>{children}</SessionProvider>
  )
  const { result } = renderHook(() => useUncopied(ids), { wrapper })
  expect(result.current).toEqual({ value: ['replaced', 'made'], password: ['ann@x.test'] })
  act(() => outcomes.change(made.id, { uncopied: false }))
  act(() => passwords.set({ kept: new Set(), lost: new Set() }))
  expect(result.current).toEqual({ value: ['replaced'], password: [] })
})
