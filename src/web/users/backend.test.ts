import { expect, test } from 'vitest'
import type { User } from '#api/user.ts'
import type { UserWriter } from '#api/write/writers.ts'
import type { WriteTask } from '#web/resource/action.ts'
import { userRow, userListOf } from '#web/testing/rows.ts'
import { runUserTasks } from './backend.ts'

const admin = (email: string) => userRow(email, { admin: true })
const off = (row: User): WriteTask<User, object, object> => ({
  operation: 'update',
  snapshot: { row, readStartedAt: 0 },
  change: { active: false },
})
const on = (row: User): WriteTask<User, object, object> => ({
  operation: 'update',
  snapshot: { row, readStartedAt: 0 },
  change: { active: true },
})
const watch = {
  shouldContinue: () => true,
  onSend: () => undefined,
  onResponse: () => undefined,
  remainingPauseMs: () => 0,
}

/** Which other admins are read with these writes. */
async function othersOf(tasks: readonly WriteTask<User, object, object>[], rows: readonly User[] | undefined) {
  const turns: { count: number; others: readonly string[] | undefined }[] = []
  const write: UserWriter['write'] = (writes, observer) => {
    turns.push({ count: writes.length, others: observer?.alsoRead })
    expect(observer?.shouldContinue).toBe(watch.shouldContinue)
    return Promise.resolve(writes.map(() => undefined))
  }
  await runUserTasks({ write, reverify: () => undefined }, () => rows && userListOf(rows))(tasks, watch)
  expect(turns).toHaveLength(1)
  expect(turns[0]?.count).toBe(tasks.length)
  return turns[0]?.others
}

const [a, b, li] = [admin('a'), admin('b'), userRow('li')]
const inactive = userRow('old', { admin: true, active: false })

test('all tasks go into one turn, which also reads the active admins that they leave alone', async () => {
  expect(await othersOf([off(a), off(li)], [a, b, li, inactive])).toEqual(['b'])
  expect(await othersOf([off(a), off(b)], [a, b, li, inactive])).toEqual([])
  expect(await othersOf([{ operation: 'delete', snapshot: { row: a, readStartedAt: 0 } }], [a, b])).toEqual(['b'])
})

test('no more of them are read than are needed', async () => {
  const rows = [a, ...Array.from({ length: 30 }, (_, index) => admin(`z${index}`))]
  expect(await othersOf([off(a)], rows)).toHaveLength(8)
  expect(await othersOf([on(a)], rows)).toEqual([])
  expect(await othersOf([off(li)], rows)).toEqual([])
  expect(await othersOf([off(a)], undefined)).toEqual([])
})
