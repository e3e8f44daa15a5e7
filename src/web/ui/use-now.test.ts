import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useNow } from './use-now.ts'

const begin = Date.UTC(2027, 0, 15, 12)

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the first reader of the clock draws once, however long it takes to subscribe', () => {
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

test('the clock ticks every ten seconds, and after a time without readers the next one gets the current time', () => {
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
