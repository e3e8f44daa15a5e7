import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Token } from '#contract/token.ts'
import { token, tokensOf } from '#web/testing/rows.ts'
import { useTally } from './use-tally.ts'

const listOf = (count: number, active: boolean) =>
  tokensOf(Array.from({ length: count }, (_, at) => token(`token-${at}`, { active })))
const tallyOf = (active: boolean) => () => {
  const counts = { rows: 0, same: 0 }
  return {
    counts,
    add(row: Token) {
      counts.rows += 1
      if (row.active === active) counts.same += 1
    },
  }
}

test('short lists are known at once', () => {
  const begin = tallyOf(true)
  const { result, rerender } = renderHook(({ list }) => useTally(list, begin), {
    initialProps: { list: listOf(3, true) },
  })
  expect(result.current).toEqual({ rows: 3, same: 3 })
  rerender({ list: listOf(4, false) })
  expect(result.current).toEqual({ rows: 4, same: 0 })
})

test('of a long list what was found before stands until it is known, and the last one asked for is what stands', async () => {
  const [isOn, isOff] = [tallyOf(true), tallyOf(false)]
  const { result, rerender } = renderHook(({ list, begin }) => useTally(list, begin), {
    initialProps: { list: listOf(7, true), begin: isOn },
  })
  rerender({ list: listOf(12_001, true), begin: isOn })
  expect(result.current).toEqual({ rows: 7, same: 7 })
  const last = listOf(9_003, true)
  rerender({ list: last, begin: isOn })
  expect(result.current).toEqual({ rows: 7, same: 7 })
  await waitFor(() => expect(result.current).toEqual({ rows: 9_003, same: 9_003 }))
  rerender({ list: last, begin: isOff })
  await waitFor(() => expect(result.current).toEqual({ rows: 9_003, same: 0 }))
})

test('of a long list nothing is said before it is known', async () => {
  const [list, begin] = [listOf(1_001, true), tallyOf(true)]
  const { result } = renderHook(() => useTally(list, begin))
  expect(result.current).toBeUndefined()
  await waitFor(() => expect(result.current).toEqual({ rows: 1_001, same: 1_001 }))
})
