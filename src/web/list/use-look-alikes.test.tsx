import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { token, tokensOf } from '#web/testing/rows.ts'
import { useLookAlikes } from './use-look-alikes.ts'
import { patched } from '#contract/list/row-store.ts'

const listOf = (names: readonly string[], readAt = 1) =>
  tokensOf(
    names.map((name) => token(name)),
    readAt,
  )

const patient = { timeout: 15_000 }

test('many names are looked at once for each read, in slices, and not again when the page renders', async () => {
  const many = Array.from({ length: 10_000 }, (_, i) => `token-${i}`)
  const list = listOf([...many, 'Token-77'])
  const nameAt = vi.spyOn(list, 'nameAt')
  const { result, rerender } = renderHook(({ of }) => useLookAlikes(of, 'token'), {
    initialProps: { of: list },
  })
  expect(result.current.oddity('token-77')).toBeUndefined()
  await waitFor(() => expect(result.current.twin('token-77')).toBe('Token-77'), patient)
  expect(nameAt.mock.calls.length).toBeLessThan(10_010)
  for (let times = 0; times < 50; times += 1) rerender({ of: list })
  expect(nameAt.mock.calls.length).toBeLessThan(10_010)
})

test('a row that is written later is looked at alone; one that is gone is nobody’s twin', async () => {
  const first = listOf(['ci', 'grafana', 'Grafana'])
  const { result, rerender } = renderHook(({ of }) => useLookAlikes(of, 'token'), {
    initialProps: { of: first },
  })
  await waitFor(() => expect(result.current.twin('grafana')).toBe('Grafana'), patient)
  const added = patched(first, 'CI', token('CI'))
  const nameAt = vi.spyOn(first, 'nameAt')
  rerender({ of: added })
  expect(nameAt, 'no row of the list').not.toHaveBeenCalled()
  expect(result.current.twin('ci')).toBe('CI')
  expect(result.current.oddity('CI')).toBe('Looks like “ci”, which is another token.')
  rerender({ of: patched(added, 'Grafana', undefined) })
  expect(result.current.twin('grafana')).toBeUndefined()
})

test('another read of the list is looked at anew', async () => {
  const { result, rerender } = renderHook(({ of }) => useLookAlikes(of, 'user'), {
    initialProps: { of: listOf(['a@x.test']) },
  })
  rerender({ of: listOf(['a@x.test', 'A@x.test'], 2) })
  await waitFor(() => expect(result.current.twin('a@x.test')).toBe('A@x.test'), patient)
})
