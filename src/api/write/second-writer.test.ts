import { describe, expect, test } from 'vitest'
import { listOf } from '#api/testing/lists.ts'
import { outcomeLabel, setUpTokens, setUpUsers } from '#api/testing/stored-rows.ts'
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
interface RowScenario {
  /** Reads the row now; the result saves it. */
  editRow: () => (active: boolean) => Promise<Shows>
  /** Saves it, and then from the row that the outcome shows. */
  saveTwice: (first: boolean, between: () => void, second: boolean) => Promise<Shows>
  /** What the next list shows of a save. */
  showInNextList: (active: boolean) => Promise<Shows | undefined>
  /** Somebody else takes `right` from it. */
  takeRight: () => void
  right: string
  bodies: object[]
  afterCallOf: ReturnType<typeof afterCall>
}

function tokenScenario(): RowScenario {
  const { tokens, save, snapshotOf, rewrite, bodies, reverify, now } = setUpTokens('a')
  const editRow =
    (before = snapshotOf('a')) =>
    (active: boolean) =>
      save(before, { active })
  return {
    editRow: () => editRow(),
    async saveTwice(first, between, second) {
      const { readBack } = await editRow()(first)
      between()
      if (readBack.status === 'unavailable' || readBack.row === undefined) throw new Error(readBack.status)
      return editRow({ row: readBack.row, readStartedAt: now() })(second)
    },
    async showInNextList(active) {
      const outcome = await editRow()(active)
      return reverify(outcome, listOf([snapshotOf('a').row], outcome.readStartedAt + 1))
    },
    takeRight: () => rewrite('a', { write: false }),
    right: 'write',
    bodies,
    afterCallOf: afterCall(tokens),
  }
}

function userScenario(): RowScenario {
  const { users, perform, snapshotOf, rewrite, bodies, reverify, now } = setUpUsers('a')
  rewrite('a', { admin: true })
  const acknowledged = ['locks-out-everyone'] as const
  const editRow =
    (before = snapshotOf('a')) =>
    (active: boolean) =>
      perform({ operation: 'update', snapshot: before, change: { active }, acknowledged: acknowledged })
  return {
    editRow: () => editRow(),
    async saveTwice(first, between, second) {
      const { readBack } = await editRow()(first)
      between()
      if (readBack.status === 'unavailable' || readBack.row === undefined) throw new Error(readBack.status)
      return editRow({ row: readBack.row, readStartedAt: now() })(second)
    },
    async showInNextList(active) {
      const outcome = await editRow()(active)
      return reverify(outcome, listOf([snapshotOf('a').row], outcome.readStartedAt + 1))
    },
    takeRight: () => rewrite('a', { admin: false }),
    right: 'admin',
    bodies,
    afterCallOf: afterCall(users),
  }
}

describe.each([
  ['token', tokenScenario],
  ['user', userScenario],
])('a %s that somebody else changes', (_, openScenario) => {
  test('before the read of a save stops it, and nothing is sent', async () => {
    const { editRow, takeRight, right, bodies } = openScenario()
    const save = editRow()
    takeRight()
    expect(await save(false)).toMatchObject({
      delivery: 'not-sent',
      blockedBy: 'conflict',
      readBack: { fields: [right] },
    })
    expect(bodies).toEqual([])
  })

  test('between read and PUT is overwritten with what was read: no client can tell', async () => {
    const { editRow, takeRight, right, bodies, afterCallOf } = openScenario()
    afterCallOf('read', 0, takeRight)
    expect(outcomeLabel(await editRow()(false))).toBe('accepted matches')
    expect(bodies).toMatchObject([{ active: false, [right]: true }])
  })

  test('between PUT and read-back is told, in a field that this save did not ask for', async () => {
    const { editRow, takeRight, right, afterCallOf } = openScenario()
    afterCallOf('update', 0, takeRight)
    expect(await editRow()(false)).toMatchObject({
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
    const { showInNextList, takeRight, right, afterCallOf } = openScenario()
    afterCallOf('read', 1, takeRight)
    expect(await showInNextList(false)).toMatchObject({
      readBack: { status: 'differs', fields: [right], unrequestedFields: [right] },
    })
  })

  test('between two switches in a row is not undone by the second', async () => {
    const { saveTwice, takeRight, right } = openScenario()
    expect(await saveTwice(false, takeRight, true)).toMatchObject({
      delivery: 'not-sent',
      blockedBy: 'conflict',
      readBack: { fields: [right] },
    })
  })

  test('between two saves of it that are queued stops the second', async () => {
    const { editRow, takeRight, afterCallOf } = openScenario()
    const save = editRow()
    afterCallOf('read', 1, takeRight)
    expect((await Promise.all([save(false), save(true)])).map(outcomeLabel)).toEqual(['accepted matches', 'conflict'])
  })

  test('after a save that had nothing to send stops the next one', async () => {
    const { editRow, takeRight } = openScenario()
    const save = editRow()
    expect(outcomeLabel(await save(true))).toBe('no-change')
    takeRight()
    expect(outcomeLabel(await save(false))).toBe('conflict')
  })
})

test('a field that this save asked for, and that somebody else puts back, is not as before', async () => {
  const { tokens, save, snapshotOf, rewrite } = setUpTokens('a')
  afterCall(tokens)('update', 0, () => rewrite('a', { active: true }))
  expect(await save(snapshotOf('a'), { active: false })).toMatchObject({
    delivery: 'accepted',
    readBack: { status: 'differs', fields: ['active'], unrequestedFields: [] },
  })
})
