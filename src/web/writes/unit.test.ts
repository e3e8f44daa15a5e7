import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { token, tokensOf, user, usersOf, whole } from '#web/testing/rows.ts'
import { createUnitStore } from './unit.ts'

const seconds = { updated_at: whole(1_800_000_000) }
const milliseconds = { updated_at: whole(1_800_000_000_000) }

function store() {
  const client = new QueryClient()
  return { client, unit: createUnitStore(client) }
}

test('before any row is read, the unit is the documented one', () => {
  expect(store().unit.get()).toEqual({ unit: 'milliseconds', learned: false, from: 'documentation', numbers: 0 })
})

test('rows of tokens show the unit, and how many numbers support it', () => {
  const { client, unit } = store()
  client.setQueryData(['tokens'], tokensOf([token('a', seconds), token('b', seconds), token('c', milliseconds)]))
  expect(unit.get()).toEqual({ unit: 'seconds', learned: true, from: 'tokens', numbers: 2 })
})

test('without rows of tokens, those of users show the unit', () => {
  const { client, unit } = store()
  client.setQueryData(['tokens'], tokensOf([]))
  client.setQueryData(['users'], usersOf([user('a', seconds)]))
  expect(unit.get()).toEqual({ unit: 'seconds', learned: true, from: 'users', numbers: 1 })
})

test('the first rows of a list that is still loading show the unit, and subscribers are notified', async () => {
  const { client, unit } = store()
  const told = new Promise<void>((tell) => unit.subscribe(tell))
  client.setQueryData(['tokens'], { ...tokensOf([token('a', seconds)]), isWhole: false })
  await told
  expect(unit.get()).toEqual({ unit: 'seconds', learned: true, from: 'tokens', numbers: 1 })
})

test('rows that support both units equally show nothing', () => {
  const { client, unit } = store()
  client.setQueryData(['tokens'], tokensOf([token('a', seconds), token('b', milliseconds)]))
  expect(unit.get().from).toBe('documentation')
})

test('it is the same object while nothing changes, or the page would render forever', () => {
  const { client, unit } = store()
  const before = unit.get()
  client.setQueryData(['tokens'], tokensOf([token('a')]))
  expect(unit.get()).toBe(before)
})

test('subscribers are notified of a new list', async () => {
  const { client, unit } = store()
  let told = 0
  const stop = unit.subscribe(() => (told += 1))
  client.setQueryData(['tokens'], tokensOf([token('a', seconds)]))
  await expect.poll(() => told).toBeGreaterThan(0)
  stop()
  const before = told
  client.setQueryData(['tokens'], tokensOf([]))
  await Promise.resolve()
  expect(told).toBe(before)
})
