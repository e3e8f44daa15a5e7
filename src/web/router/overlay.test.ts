import { afterEach, beforeEach, expect, test } from 'vitest'
import { subscribeToHistory } from './history.ts'
import { entryOverlay } from './overlay.ts'
import { getSearchParams, resetUrl, setSearchParams } from './use-search-params.ts'

const secretName = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0'
const row = (name: string) => ({ type: 'row', resource: 'tokens', name }) as const
let stop: () => void

beforeEach(() => {
  window.history.pushState(null, '', '#/tokens?show=past')
  stop = subscribeToHistory(() => undefined)
})
afterEach(() => stop())

test('an open row is in the address, behind the filter; Back closes it, Forward opens it as it was, closing goes back', () => {
  const list = window.history.length
  entryOverlay.set({ ...row('ci deploy'), setsPassword: true })
  expect(window.location.hash).toBe('#/tokens?show=past&name=ci+deploy')
  expect(getSearchParams().toString()).toBe('show=past')
  window.history.back()
  expect([entryOverlay.get(), window.location.hash]).toEqual([undefined, '#/tokens?show=past'])
  window.history.forward()
  expect(entryOverlay.get()).toEqual({ ...row('ci deploy'), setsPassword: true })
  entryOverlay.set(undefined)
  expect([entryOverlay.get(), window.location.hash]).toEqual([undefined, '#/tokens?show=past'])
  expect(window.history.length).toBe(list + 1)
})

test('a name that looks like a secret, a new row, Activity and an import have an entry that says nothing of them', () => {
  for (const overlay of [
    row(secretName),
    { type: 'new-row', resource: 'tokens', duplicateOf: 'ci' },
    { type: 'activity' },
    { type: 'import', resource: 'tokens' },
  ] as const) {
    entryOverlay.set(overlay)
    expect(entryOverlay.get()).toEqual(overlay)
    const { position } = window.history.state as { position: number }
    expect([window.location.hash, window.history.state]).toEqual(['#/tokens?show=past', { position, isOverlay: true }])
    window.history.back()
    expect(entryOverlay.get()).toBeUndefined()
  }
})

test('what opens in place of another takes its entry: one Back closes it', () => {
  entryOverlay.set({ type: 'activity' })
  entryOverlay.set({ type: 'job-report', jobId: 1 })
  window.history.back()
  expect([entryOverlay.get(), window.location.hash]).toEqual([undefined, '#/tokens?show=past'])
})

test('a row of another page opens there, over that page’s list', () => {
  entryOverlay.set({ type: 'activity' })
  entryOverlay.set({ type: 'row', resource: 'users', name: 'a+b@x.test' })
  expect(window.location.hash).toBe('#/users?name=a%2Bb%40x.test')
  entryOverlay.set(undefined)
  expect(window.location.hash).toBe('#/users')
})

test('a dialog has no entry', () => {
  const { length } = window.history
  entryOverlay.set({ type: 'find-by-value' })
  expect(entryOverlay.get()).toEqual({ type: 'find-by-value' })
  entryOverlay.set(undefined)
  expect([entryOverlay.get(), window.history.length]).toEqual([undefined, length])
})

test('a search that is not in the address, because it looks like a secret, is kept while a row is open over it', () => {
  setSearchParams('tokens', new URLSearchParams({ q: secretName }), false)
  entryOverlay.set(row('ci'))
  expect(getSearchParams().get('q')).toBe(secretName)
  entryOverlay.set(undefined)
  expect([getSearchParams().get('q'), window.location.hash]).toEqual([secretName, '#/tokens'])
})

test('signing out forgets what was open, and takes its name out of the address', () => {
  entryOverlay.set(row('ci'))
  resetUrl()
  expect([entryOverlay.get(), window.location.hash]).toEqual([undefined, '#/tokens'])
  entryOverlay.set({ type: 'activity' })
  window.history.back()
  window.history.forward()
  resetUrl()
  expect(entryOverlay.get()).toBeUndefined()
})
