import { describe, expect, test } from 'vitest'
import { listOf } from '#api/testing/lists.ts'
import { wordOf, writtenTokens, writtenUsers } from '#api/testing/stored-rows.ts'
import type { Outcome } from './outcome.ts'

/** Runs `act` after the call number `turn` (from 0) that begins like this took effect. */
function afterCall(resource: { after: (call: string) => void | Promise<void> }) {
  return (kind: string, turn: number, act: () => void) => {
    let count = 0
    resource.after = (call) => {
      if (!call.startsWith(kind)) return
      if (count === turn) act()
      count += 1
    }
  }
}

type Shows = Pick<
  Outcome<object, object>,
  'delivery' | 'readBack' | 'blockedBy' | 'request' | 'readStartedAt' | 'sideEffect'
>

/** A row that its page deactivates or activates, and from which somebody else takes a right. */
interface World {
  /** Sees the row now; the result saves it. */
  look: () => (active: boolean) => Promise<Shows>
  /** Saves it, and then from the row that the outcome shows. */
  twice: (first: boolean, between: () => void, second: boolean) => Promise<Shows>
  /** What the next list shows of a save. */
  listed: (active: boolean) => Promise<Shows | undefined>
  /** Somebody else takes `right`. */
  take: () => void
  right: string
  sent: object[]
  whenDone: ReturnType<typeof afterCall>
}

function tokenWorld(): World {
  const { tokens, save, seen, rewrite, sent, later, now } = writtenTokens('a')
  const look =
    (before = seen('a')) =>
    (active: boolean) =>
      save(before, { active })
  return {
    look: () => look(),
    async twice(first, between, second) {
      const { readBack } = await look()(first)
      between()
      if (readBack.status === 'unavailable' || readBack.row === undefined) throw new Error(readBack.status)
      return look({ row: readBack.row, readStartedAt: now() })(second)
    },
    async listed(active) {
      const outcome = await look()(active)
      return later(outcome, listOf([seen('a').row], outcome.readStartedAt + 1))
    },
    take: () => rewrite('a', { write: false }),
    right: 'write',
    sent,
    whenDone: afterCall(tokens),
  }
}

function userWorld(): World {
  const { users, one, seen, rewrite, sent, later, now } = writtenUsers('a')
  rewrite('a', { admin: true })
  const knowing = ['locks-out-everyone'] as const
  const look =
    (before = seen('a')) =>
    (active: boolean) =>
      one({ operation: 'update', snapshot: before, change: { active }, acknowledged: knowing })
  return {
    look: () => look(),
    async twice(first, between, second) {
      const { readBack } = await look()(first)
      between()
      if (readBack.status === 'unavailable' || readBack.row === undefined) throw new Error(readBack.status)
      return look({ row: readBack.row, readStartedAt: now() })(second)
    },
    async listed(active) {
      const outcome = await look()(active)
      return later(outcome, listOf([seen('a').row], outcome.readStartedAt + 1))
    },
    take: () => rewrite('a', { admin: false }),
    right: 'admin',
    sent,
    whenDone: afterCall(users),
  }
}

describe.each([
  ['token', tokenWorld],
  ['user', userWorld],
])('a %s that somebody else changes', (_, world) => {
  test('before the read of a save stops it, and nothing is sent', async () => {
    const { look, take, right, sent } = world()
    const save = look()
    take()
    expect(await save(false)).toMatchObject({
      delivery: 'not-sent',
      blockedBy: 'conflict',
      readBack: { fields: [right] },
    })
    expect(sent).toEqual([])
  })

  test('between read and PUT is overwritten with what was read: no client can tell', async () => {
    const { look, take, right, sent, whenDone } = world()
    whenDone('read', 0, take)
    expect(wordOf(await look()(false))).toBe('accepted matches')
    expect(sent).toMatchObject([{ active: false, [right]: true }])
  })

  test('between PUT and read-back is told, in a field that this save did not ask for', async () => {
    const { look, take, right, whenDone } = world()
    whenDone('update', 0, take)
    expect(await look()(false)).toMatchObject({
      delivery: 'accepted',
      readBack: {
        status: 'differs',
        fields: [right],
        unrequestedFields: [right],
        row: { active: false, [right]: false },
      },
      request: { before: { active: true, [right]: true } },
    })
  })

  test('after the read-back is told by the next list', async () => {
    const { listed, take, right, whenDone } = world()
    whenDone('read', 1, take)
    expect(await listed(false)).toMatchObject({
      readBack: { status: 'differs', fields: [right], unrequestedFields: [right] },
    })
  })

  test('between two switches in a row is not undone by the second', async () => {
    const { twice, take, right } = world()
    expect(await twice(false, take, true)).toMatchObject({
      delivery: 'not-sent',
      blockedBy: 'conflict',
      readBack: { fields: [right] },
    })
  })

  test('between two saves of it that are queued stops the second', async () => {
    const { look, take, whenDone } = world()
    const save = look()
    whenDone('read', 1, take)
    expect((await Promise.all([save(false), save(true)])).map(wordOf)).toEqual(['accepted matches', 'conflict'])
  })

  test('after a save that had nothing to send stops the next one', async () => {
    const { look, take } = world()
    const save = look()
    expect(wordOf(await save(true))).toBe('no-change')
    take()
    expect(wordOf(await save(false))).toBe('conflict')
  })
})

test('a field that this save asked for, and that somebody else puts back, is not as before', async () => {
  const { tokens, save, seen, rewrite } = writtenTokens('a')
  afterCall(tokens)('update', 0, () => rewrite('a', { active: true }))
  expect(await save(seen('a'), { active: false })).toMatchObject({
    delivery: 'accepted',
    readBack: { status: 'differs', fields: ['active'], unrequestedFields: [] },
  })
})
