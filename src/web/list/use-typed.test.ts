import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useTyped } from './search-box.tsx'

/** A field whose value becomes what it was told last; `told` lists that. */
function field() {
  vi.useFakeTimers()
  const told: string[] = []
  const { result, rerender, unmount } = renderHook(({ value }) => useTyped(value, (text) => told.push(text)), {
    initialProps: { value: '' },
  })
  return {
    told,
    text: () => result.current.text,
    type: (text: string) => act(() => result.current.type(text)),
    now: () => act(() => result.current.now()),
    become: (value: string) => rerender({ value }),
    /** Frames, and what follows on them, until there is nothing more to come. */
    paint: () => act(() => void vi.runAllTimers()),
    unmount,
  }
}

afterEach(() => void vi.useRealTimers())

test('a key is told at once, and so is the next one when the answer to it is painted', () => {
  const { told, type, paint } = field()
  type('a')
  expect(told).toEqual(['a'])
  paint()
  type('ab')
  expect(told).toEqual(['a', 'ab'])
})

test('what is typed until an answer is painted stands in the field, and is told as one then', () => {
  const { told, text, type, become, paint } = field()
  type('a')
  become('a')
  type('ab')
  type('abc')
  expect(text()).toBe('abc')
  expect(told).toEqual(['a'])
  paint()
  expect(told).toEqual(['a', 'abc'])
})

test('while what was told as one is drawn, the next key waits for that', () => {
  const { told, type, become, paint } = field()
  type('a')
  become('a')
  type('ab')
  act(() => void vi.advanceTimersToNextTimer()) // the frame
  act(() => void vi.advanceTimersToNextTimer()) // and what follows on it
  expect(told).toEqual(['a', 'ab'])
  become('ab')
  type('abc')
  expect(told).toEqual(['a', 'ab'])
  paint()
  expect(told).toEqual(['a', 'ab', 'abc'])
})

test('nothing is told twice, and nothing of a field that is gone', () => {
  const { told, type, become, paint, unmount } = field()
  type('a')
  become('a')
  paint()
  paint()
  type('ab')
  type('abc')
  unmount()
  paint()
  expect(told).toEqual(['a', 'ab'])
})

test('a value that comes from elsewhere meanwhile has the last word', () => {
  const { told, text, type, become, paint } = field()
  type('former')
  become('former')
  type('former a')
  become('')
  expect(text()).toBe('')
  paint()
  expect(told).toEqual(['former'])
  become('former')
  expect(text()).toBe('former')
})

test('what was not told yet can be told before anything else is done', () => {
  const { told, type, become, now, paint } = field()
  type('a')
  become('a')
  type('ab')
  now()
  expect(told).toEqual(['a', 'ab'])
  paint()
  expect(told).toEqual(['a', 'ab'])
})
