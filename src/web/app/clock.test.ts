import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useNow } from './clock.ts'

const begin = Date.UTC(2027, 0, 15, 12)

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('who looks at the clock first draws once, however long it takes to listen', () => {
  let time = begin
  vi.spyOn(Date, 'now').mockImplementation(() => (time += 50))
  let drawn = 0
  const { unmount } = renderHook(() => {
    drawn += 1
    return useNow()
  })
  expect(drawn).toBe(1)
  unmount()
})

test('every ten seconds it is told anew, and when it was looked at by nobody for longer, at the next look', () => {
  vi.useFakeTimers({ now: begin + 3_600_000 })
  const first = renderHook(useNow)
  expect(first.result.current).toBe(begin + 3_600_000)
  act(() => void vi.advanceTimersByTime(10_000))
  expect(first.result.current).toBe(begin + 3_610_000)
  first.unmount()
  vi.advanceTimersByTime(60_000)
  const second = renderHook(useNow)
  expect(second.result.current).toBe(begin + 3_670_000)
  second.unmount()
})
