import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useTyped } from './use-typed.ts'

let isWaiting = false
const scheduling = { isInputPending: () => isWaiting }

/** A field whose value is what it was told last; `told` lists that. */
function field() {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { scheduling }))
  const told: string[] = []
  const { result, rerender } = renderHook(({ value }) => useTyped(value, (text) => told.push(text)), {
    initialProps: { value: '' },
  })
  return { told, typed: () => result.current, become: (value: string) => rerender({ value }) }
}

const keys = (wait: boolean) => {
  isWaiting = wait
}

afterEach(() => {
  keys(false)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a key after which none waits is told at once', () => {
  const { told, typed } = field()
  act(() => typed().type('a'))
  expect(told).toEqual(['a'])
})

test('keys that wait are told as one, with the release of the last', () => {
  const { told, typed } = field()
  keys(true)
  act(() => typed().type('a'))
  act(() => typed().released())
  act(() => typed().type('ab'))
  expect(typed().text).toBe('ab')
  expect(told).toEqual([])
  keys(false)
  act(() => typed().released())
  expect(told).toEqual(['ab'])
})

test('what no release tells is told by a timer, once', () => {
  const { told, typed } = field()
  keys(true)
  act(() => typed().type('a'))
  act(() => void vi.runAllTimers())
  act(() => typed().released())
  act(() => void vi.runAllTimers())
  expect(told).toEqual(['a'])
})

test('a value that comes from elsewhere meanwhile has the last word', () => {
  const { told, typed, become } = field()
  become('former')
  keys(true)
  act(() => typed().type('former a'))
  become('')
  expect(typed().text).toBe('')
  act(() => void vi.runAllTimers())
  expect(told).toEqual([])
  become('former')
  expect(typed().text).toBe('former')
})

test('what was not told yet can be told before anything else is done', () => {
  const { told, typed } = field()
  keys(true)
  act(() => typed().type('a'))
  act(() => typed().now())
  expect(told).toEqual(['a'])
  act(() => void vi.runAllTimers())
  expect(told).toEqual(['a'])
})
