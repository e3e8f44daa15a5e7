import { expect, test } from 'vitest'
import type { User } from '#contract/user.ts'
import { runWorld } from '#web/testing/run-world.ts'
import { performMany } from '#web/writes/runs/perform-many.ts'

const admin = (email: string) => ({ email, admin: true })
const three = [admin('a@x.test'), admin('b@x.test'), { email: 'c@x.test' }]

test('the admin’s own account is left out, and an act on it alone says so', async () => {
  const world = await runWorld({ users: three })
  const me = world.trial.admin.email
  const tab = world.tab()
  tab.agree()
  const rows = await tab.rows('users')
  // b@x.test stays an admin.
  const chosen = rows.filter(({ row }) => !('email' in row) || row.email !== 'b@x.test')
  await performMany(tab.page, 'users', 'deactivate', chosen)
  const { items } = await tab.ended()
  expect(items.find(({ name }) => name === me)).toMatchObject({ state: 'left-out', says: 'your account' })
  const sent = world.arrived.filter((request) => request.startsWith('PUT'))
  expect(sent.toSorted()).toEqual(['PUT a@x.test', 'PUT c@x.test'])
  const own = rows.filter(({ row }) => 'email' in row && row.email === me)
  expect(await performMany(tab.page, 'users', 'deactivate', own)).toBe(false)
  expect(tab.session.toasts.get()).toMatchObject({
    message: 'Nothing to do: it is your account. Change it by itself.',
  })
})

test.each(['delete', 'deactivate', 'adminOff'])('“%s” on all admins spares one of them', async (act) => {
  for (const email of ['root@x.test', undefined]) {
    const world = await runWorld({ users: three })
    const me = world.trial.admin.email
    const tab = world.tab({ email: email === undefined ? undefined : me })
    tab.agree()
    await performMany(tab.page, 'users', act, await tab.rows('users'))
    const { items } = await tab.ended()
    const leftOut = items.filter(({ state }) => state === 'left-out').map(({ says }) => says)
    expect(leftOut).toContain(email === undefined ? 'the last active admin' : 'your account')
    const admins = (await tab.rows('users')).filter(
      ({ row }) => (row as Partial<User>).admin === true && (row as Partial<User>).active,
    )
    expect(admins).toHaveLength(1)
  }
})

test('if nobody else is an admin any more, the last one is spared on the read before its item', async () => {
  const world = await runWorld({ users: [admin('a@x.test'), admin('z@x.test')] })
  let isChanged = false
  const tab = world.tab({
    async meets({ method }, through) {
      const answer = await through()
      if (method !== 'GET' || !isChanged) return answer
      const { data } = (await answer.json()) as { data: { email: string }[] }
      return Response.json({ data: data.map((row) => (row.email === 'a@x.test' ? row : { ...row, admin: false })) })
    },
  })
  tab.agree()
  const rows = await tab.rows('users')
  isChanged = true
  const lasting = rows.filter(({ row }) => 'email' in row && row.email === 'a@x.test')
  await performMany(tab.page, 'users', 'deactivate', lasting)
  const { items } = await tab.ended()
  const says = 'It is the last active admin. Nothing was sent.'
  expect(items).toMatchObject([{ name: 'a@x.test', state: 'failed', says }])
  expect(world.arrived.filter((request) => request.startsWith('PUT'))).toEqual([])
})
