import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { patched } from '#contract/list/row-store.ts'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { token, tokensOf } from '#web/testing/rows.ts'
import { useSteadyRows } from './use-steady-rows.ts'

/** A list beyond what is looked through at once: names up to `t1000`, of which those of even numbers are active. */
const long = (readAt = 1, count = 1001) =>
  tokensOf(
    Array.from({ length: count }, (_, at) => token(`t${String(at).padStart(4, '0')}`, { active: at % 2 === 0 })),
    readAt,
  )

/** Shows names as they come, and every other view turned round, which is found only when it is let. */
function slow(list: RowStore<Token>, key = 'names') {
  const found = new Set<string>()
  const begun: string[] = []
  let turns = 0
  const { result, rerender, unmount } = renderHook(
    ({ list, key }: { list: RowStore<Token>; key: string }) =>
      useSteadyRows({
        list,
        view: key,
        key,
        *find() {
          if (key === 'names') return list.byName()
          yield
          begun.push(`${key} ${list.readAt}`)
          for (; !found.has(key); turns += 1) {
            if (turns > 300) throw new Error('it is not let')
            // As long as makes others have their turn.
            for (const until = performance.now() + 9; performance.now() < until;);
            yield
          }
          return list.byName().toReversed()
        },
      }),
    { initialProps: { list, key } },
  )
  const seen = () => {
    const { list, view, rows, isBehind } = result.current
    return `${view} of ${list.readAt} from ${rows.length === 0 ? 'none' : list.nameAt(rows[0]!)}${isBehind ? '…' : ''}`
  }
  const show = (list: RowStore<Token>, key: string) => rerender({ list, key })
  return { seen, show, unmount, begun, turns: () => turns, letFind: (key: string) => void found.add(key) }
}

test('rows of a long list that take long to find come later, and what was shown stays until then', async () => {
  const list = long()
  const { seen, show, letFind, begun } = slow(list)
  expect(seen()).toBe('names of 1 from t0000')
  show(list, 'turned')
  await waitFor(() => expect(begun).toEqual(['turned 1']))
  expect(seen()).toBe('names of 1 from t0000…')
  letFind('turned')
  await waitFor(() => expect(seen()).toBe('turned of 1 from t1000'))
})

test('nothing is shown of a long list whose first rows take long to find', async () => {
  const { seen, letFind } = slow(long(), 'turned')
  expect(seen()).toBe('turned of 1 from none…')
  letFind('turned')
  await waitFor(() => expect(seen()).toBe('turned of 1 from t1000'))
})

test('a list that is read again is shown with its rows, and the former one until then', async () => {
  const { seen, show, letFind, begun } = slow(long(), 'turned')
  letFind('turned')
  await waitFor(() => expect(seen()).toBe('turned of 1 from t1000'))
  show(long(2, 1003), 'turned')
  expect(seen()).toBe('turned of 1 from t1000…')
  await waitFor(() => expect(seen()).toBe('turned of 2 from t1002'))
  expect(begun).toEqual(['turned 1', 'turned 2'])
})

test('what is written while rows are looked for is in the former ones, and then in those', async () => {
  const list = long()
  const { seen, show, letFind, begun } = slow(list)
  show(list, 'turned')
  await waitFor(() => expect(begun).toHaveLength(1))
  const written = patched(list, 'new', token('new'))
  show(written, 'turned')
  expect(seen()).toBe('names of 1 from new…')
  letFind('turned')
  await waitFor(() => expect(seen()).toBe('turned of 1 from new'))
  expect(begun).toEqual(['turned 1'])
})

test('one view is looked for after the other, and what was found meanwhile is shown', async () => {
  const list = long()
  const { seen, show, letFind, begun } = slow(list)
  show(list, 'first')
  await waitFor(() => expect(begun).toEqual(['first 1']))
  show(list, 'second')
  letFind('first')
  await waitFor(() => expect(begun).toEqual(['first 1', 'second 1']))
  expect(seen()).toBe('first of 1 from t1000…')
  letFind('second')
  await waitFor(() => expect(seen()).toBe('second of 1 from t1000'))
})

test('what is looked for ends when another view is shown, or none any more', async () => {
  const list = long()
  const { seen, show, letFind, begun, turns, unmount } = slow(list)
  show(list, 'turned')
  await waitFor(() => expect(begun).toHaveLength(1))
  show(list, 'names')
  expect(seen()).toBe('names of 1 from t0000')
  letFind('turned')
  show(list, 'other')
  await waitFor(() => expect(begun).toEqual(['turned 1', 'other 1']))
  expect(seen()).toBe('names of 1 from t0000…')
  letFind('other')
  await waitFor(() => expect(seen()).toBe('other of 1 from t1000'))
  show(list, 'last')
  await waitFor(() => expect(begun).toHaveLength(3))
  unmount()
  const before = turns()
  await new Promise((done) => setTimeout(done, 50))
  expect(turns()).toBe(before)
})
