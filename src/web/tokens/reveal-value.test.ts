import { expect, test } from 'vitest'
import { ServiceError, type Problem } from '#api/problem.ts'
import type { ApiClient } from '#api/api-client.ts'
import { tokenRow } from '#web/testing/rows.ts'
import { fetchTokenValue } from './reveal-value.tsx'

// Services answer alike for a token without a value and for one that somebody has deleted, so its row is read then.

const refused: Problem = { kind: 'refused', status: 400, serviceText: 'not today' }
const failing: Problem = { kind: 'failing', status: 500, serviceText: '', sent: 'unknown' }

type Answer = string | undefined | Problem
type List = 'there' | 'missing' | 'unreadable rows' | Problem

function reading(answer: Answer, list: List) {
  const tokens = {
    async value() {
      if (typeof answer === 'object') throw new ServiceError(answer)
      return answer
    },
    async read(_names: unknown, { onUnreadable }: { onUnreadable: () => void }) {
      if (typeof list === 'object') throw new ServiceError(list)
      if (list === 'unreadable rows') onUnreadable()
      return new Map(list === 'there' ? [['ci', tokenRow('ci')]] : [])
    },
  }
  return fetchTokenValue({ tokens } as unknown as ApiClient, 'ci', new AbortController().signal)
}

test.each<[string, List, string]>([
  ['is there', 'there', 'This token has no value.'],
  ['is missing', 'missing', 'This token no longer exists. Refresh the list.'],
  ['cannot be read', failing, 'This token has no value, or no longer exists.'],
  ['may be an unreadable one', 'unreadable rows', 'This token has no value, or no longer exists.'],
])('without a value, if the row %s, it says: %s', async (_row, list, message) => {
  await expect(reading(undefined, list)).rejects.toThrow(message)
})

test('a refusal is told as such, unless the token is gone', async () => {
  await expect(reading(refused, 'there')).rejects.toMatchObject({ problem: refused })
  await expect(reading(refused, failing)).rejects.toMatchObject({ problem: refused })
  await expect(reading(refused, 'missing')).rejects.toThrow('This token no longer exists. Refresh the list.')
})

test('a value is returned without reading the row, and any other failure is that failure', async () => {
  expect(await reading('a value', failing)).toBe('a value')
  await expect(reading(failing, 'missing')).rejects.toMatchObject({ problem: failing })
})
