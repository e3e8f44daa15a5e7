import { describe, expect, test } from 'vitest'
import { ServiceError, type Problem } from '#api/problem.ts'
import { outcomeLabel, setUpTokens } from '#api/testing/stored-rows.ts'

const twenty = Array.from({ length: 20 }, (_, index) => `t${index}`)
const off = { active: false } as const

/** Twenty tokens and a batch that deactivates them. */
function setUp() {
  const setup = setUpTokens(...twenty)
  const batch = (watch = {}) => {
    const writes = twenty.map(
      (name) => ({ operation: 'update', snapshot: setup.snapshotOf(name), change: off }) as const,
    )
    return setup.write(writes, watch)
  }
  return { ...setup, batch }
}

const count = (words: readonly string[]) => {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

describe('a batch of twenty', () => {
  test('costs one read before, one request each, one read back', async () => {
    const { batch, tokens } = setUp()
    expect(count((await batch()).map(outcomeLabel))).toEqual({ 'accepted matches': 20 })
    const reads = tokens.calls.filter((call) => call.startsWith('read'))
    expect([tokens.calls[0], tokens.calls.at(-1)]).toEqual(reads)
    expect(tokens.calls).toHaveLength(22)
  })

  test('has at most four requests under way', async () => {
    const { batch, tokens } = setUp()
    let [running, most] = [0, 0]
    tokens.before = async (call) => {
      if (!call.startsWith('update')) return
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve))
    }
    tokens.after = (call) => void (call.startsWith('update') && (running -= 1))
    await batch()
    expect(most).toBe(4)
  })

  test('of creations of one name sends it once', async () => {
    const { write, bodies } = setUp()
    const draft = { name: 'n', active: true, write: true, expiration_date: 'none' } as const
    const outcomes = await write([
      { operation: 'create', draft },
      { operation: 'create', draft: { ...draft, write: false } },
    ])
    expect(outcomes.map(outcomeLabel)).toEqual(['accepted matches', 'name-taken'])
    expect(bodies).toHaveLength(1)
  })

  test('mixes what is sent with what is stopped, in the order asked', async () => {
    const { write, snapshotOf, rewrite, tokens } = setUp()
    const [gone, changed, so, fine] = [snapshotOf('t0'), snapshotOf('t1'), snapshotOf('t2'), snapshotOf('t3')]
    tokens.rows.delete('t0')
    rewrite('t1', { write: false })
    rewrite('t2', off)
    const writes = [gone, changed, so, fine].map(
      (row) => ({ operation: 'update', snapshot: row, change: off }) as const,
    )
    expect((await write(writes)).map(outcomeLabel)).toEqual(['not-found', 'conflict', 'no-change', 'accepted matches'])
  })

  test('tells each request and its answer', async () => {
    const { batch, tokens } = setUp()
    const refused: Problem = { kind: 'refused', status: 400, serviceText: 'no' }
    tokens.before = (call) => {
      if (call === 'update t3') throw new ServiceError(refused)
    }
    const reported: string[] = []
    const onSend = (name: string) => void reported.push(`${name}?`)
    const onAnswer = (name: string, problem: Problem | undefined) =>
      void reported.push(`${name} ${problem?.kind ?? 'OK'}`)
    const outcomes = await batch({ onSend, onResponse: onAnswer })
    expect(reported.toSorted()).toEqual(
      twenty.flatMap((name) => [`${name}?`, `${name} ${name === 't3' ? 'refused' : 'OK'}`]).toSorted(),
    )
    expect(outcomeLabel(outcomes[3])).toBe('rejected unchanged')
  })
})

describe('a batch that is stopped', () => {
  test('at any request sends nothing after it, reads back what was sent, and has no outcome for the rest', async () => {
    for (let limit = 0; limit <= 20; limit += 1) {
      const { batch, tokens, rowsOff } = stoppable()
      let questions = 0
      const outcomes = await batch({ shouldContinue: () => questions++ <= limit })
      expect(count(outcomes.map(outcomeLabel))).toEqual({
        ...(limit > 0 && { 'accepted matches': limit }),
        ...(limit < 20 && { 'not started': 20 - limit }),
      })
      expect(rowsOff()).toBe(limit)
      expect(tokens.calls.filter((call) => call.startsWith('update'))).toHaveLength(limit)
      expect(tokens.calls.filter((call) => call.startsWith('read'))).toHaveLength(limit > 0 ? 2 : 1)
    }
  })

  test('before it begins reads nothing', async () => {
    const { batch, tokens } = setUp()
    expect(count((await batch({ shouldContinue: () => false })).map(outcomeLabel))).toEqual({ 'not started': 20 })
    expect(tokens.calls).toEqual([])
  })

  test('by a 429 hands back what was not sent, and goes on with that when it is given again', async () => {
    const { batch, tokens, write, snapshotOf, rowsOff } = stoppable()
    let isBusy = false
    let sentCount = 0
    tokens.before = (call) => {
      if (!call.startsWith('update')) return
      if ((sentCount += 1) === 10) throw new ServiceError({ kind: 'too-many', retryAfter: 30, serviceText: '' })
    }
    const outcomes = await batch({
      shouldContinue: () => !isBusy,
      onResponse: (_: string, problem: Problem | undefined) => void (isBusy ||= problem?.kind === 'too-many'),
    })
    const words = count(outcomes.map(outcomeLabel))
    expect(words['rejected unchanged']).toBe(1)
    expect(words['not started']).toBeGreaterThanOrEqual(7)
    expect(words['accepted matches']).toBe(rowsOff())
    const again = twenty.filter((_, index) => outcomeLabel(outcomes[index]) !== 'accepted matches')
    const rest = await write(again.map((name) => ({ operation: 'update', snapshot: snapshotOf(name), change: off })))
    expect(count(rest.map(outcomeLabel))).toEqual({ 'accepted matches': again.length })
    expect(rowsOff()).toBe(20)
  })

  test('by signing out rejects, and nothing more is sent', async () => {
    const { batch, tokens, leave } = setUp()
    tokens.before = (call) => void (call === 'update t7' && leave())
    await expect(batch()).rejects.toThrow('signed out')
    const updates = tokens.calls.filter((call) => call.startsWith('update')).length
    await new Promise((resolve) => setTimeout(resolve))
    expect(tokens.calls.filter((call) => call.startsWith('update'))).toHaveLength(updates)
    expect(updates).toBeLessThanOrEqual(11)
  })

  function stoppable() {
    const setup = setUp()
    return { ...setup, rowsOff: () => [...setup.tokens.rows.values()].filter(({ active }) => active === false).length }
  }
})

/** The awaits of a batch: its read, each request before and after it took effect, and its read back. */
const awaits = ['read 0', ...[0, 7, 19].flatMap((index) => [`before ${index}`, `after ${index}`]), 'read 1']

describe('a second writer at each await of a batch of twenty', () => {
  const other = 't7'

  test.each(awaits)(
    'who turns a row on again, or takes its write, at %s: no Saved that was false when it was read',
    async (step) => {
      for (const change of [{ active: true }, { write: false }, undefined]) {
        const { batch, tokens, rewrite } = setUp()
        const act = () => {
          if (change === undefined) tokens.rows.delete(other)
          else rewrite(other, { ...change, updated_at: 1_799_000_000 })
        }
        /** The row as each read showed it. */
        const readRows: unknown[] = []
        let reads = 0
        tokens.before = (call) => void (step === `before ${twenty.indexOf(call.slice('update '.length))}` && act())
        tokens.after = (call) => {
          if (step === `after ${twenty.indexOf(call.slice('update '.length))}`) act()
          if (!call.startsWith('read')) return
          readRows.push(tokens.rows.get(other))
          if (step === `read ${reads++}`) act()
        }
        const outcomes = await batch()
        const outcome = outcomes[7]
        const last = readRows.at(-1)
        const isAsAsked =
          JSON.stringify(last)?.includes('"active":false') && JSON.stringify(last)?.includes('"write":true')
        expect([step, change, outcomeLabel(outcome) === 'accepted matches']).toEqual([step, change, isAsAsked === true])
        const rest = outcomes.filter((_, index) => index !== 7).map(outcomeLabel)
        expect(count(rest)).toEqual({ 'accepted matches': 19 })
      }
    },
  )
})
