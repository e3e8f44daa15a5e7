import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Token } from '#contract/token.ts'
import { patched } from '#contract/list/row-store.ts'
import { token, tokensOf } from '#web/testing/rows.ts'
import { useTally, type Tally } from './use-tally.ts'

const listOf = (count: number, active: boolean) =>
  tokensOf(Array.from({ length: count }, (_, at) => token(`token-${at}`, { active })))
const tallyOf = (active: boolean) => ({
  none: () => ({ rows: 0, same: 0 }),
  add: vi.fn<Tally<Token, { rows: number; same: number }>['add']>((counts, row, by) => {
    counts.rows += by
    if (row.active === active) counts.same += by
  }),
})

test('short lists are known at once', () => {
  const tally = tallyOf(true)
  const { result, rerender } = renderHook(({ list }) => useTally(list, tally), {
    initialProps: { list: listOf(3, true) },
  })
  expect(result.current).toEqual({ rows: 3, same: 3 })
  rerender({ list: listOf(4, false) })
  expect(result.current).toEqual({ rows: 4, same: 0 })
})

test('of a long list what was found before stands until it is known, and the last one asked for is what stands', async () => {
  const [isOn, isOff] = [tallyOf(true), tallyOf(false)]
  const { result, rerender } = renderHook(({ list, tally }) => useTally(list, tally), {
    initialProps: { list: listOf(7, true), tally: isOn },
  })
  rerender({ list: listOf(12_001, true), tally: isOn })
  expect(result.current).toEqual({ rows: 7, same: 7 })
  const last = listOf(9_003, true)
  rerender({ list: last, tally: isOn })
  expect(result.current).toEqual({ rows: 7, same: 7 })
  await waitFor(() => expect(result.current).toEqual({ rows: 9_003, same: 9_003 }))
  rerender({ list: last, tally: isOff })
  await waitFor(() => expect(result.current).toEqual({ rows: 9_003, same: 0 }))
})

test('of a long list nothing is said before it is known', async () => {
  const [list, tally] = [listOf(1_001, true), tallyOf(true)]
  const { result } = renderHook(() => useTally(list, tally))
  expect(result.current).toBeUndefined()
  await waitFor(() => expect(result.current).toEqual({ rows: 1_001, same: 1_001 }))
})

test('of rows that are written one by one only they are looked at, and what they come to is known at once', async () => {
  const [list, tally] = [listOf(1_001, true), tallyOf(true)]
  const { result, rerender } = renderHook(({ list }) => useTally(list, tally), { initialProps: { list } })
  await waitFor(() => expect(result.current).toEqual({ rows: 1_001, same: 1_001 }))
  tally.add.mockClear()
  const off = patched(list, 'token-7', token('token-7', { active: false }))
  rerender({ list: off })
  expect(result.current).toEqual({ rows: 1_001, same: 1_000 })
  expect(tally.add).toHaveBeenCalledTimes(2)
  const more = patched(patched(off, 'new', token('new', { active: true })), 'newer', token('newer', { active: false }))
  rerender({ list: patched(patched(more, 'token-9', undefined), 'nobody', undefined) })
  expect(result.current).toEqual({ rows: 1_002, same: 1_000 })
  expect(tally.add).toHaveBeenCalledTimes(5)
  rerender({ list: listOf(1_005, false) })
  expect(result.current).toEqual({ rows: 1_002, same: 1_000 })
  await waitFor(() => expect(result.current).toEqual({ rows: 1_005, same: 0 }))
})
