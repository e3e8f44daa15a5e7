import { expect, test } from 'vitest'
import { runWorld } from '#web/testing/run-world.ts'
import { performMany } from '#web/writes/runs/perform-many.ts'

const admin = (email: string) => ({ email, admin: true })
const three = [admin('a@x.test'), admin('b@x.test'), { email: 'c@x.test' }]

test('the admin’s own account is left out unless it is ticked, and then done last', async () => {
  for (const own of [false, true]) {
    const world = await runWorld({ users: three })
    const me = world.trial.admin.email
    const tab = world.tab()
    tab.agree({ ticks: { own } })
    const rows = await tab.rows('users')
    // b@x.test stays an admin.
    const chosen = rows.filter(({ row }) => !('email' in row) || row.email !== 'b@x.test')
    await performMany(tab.page, 'users', 'deactivate', chosen)
    const { items } = await tab.ended()
    const mine = items.find(({ name }) => name === me)
    // Its own access token reads nothing back any more.
    expect(mine).toMatchObject(own ? { state: 'unknown' } : { state: 'left-out', says: 'your own' })
    const sent = world.arrived.filter((request) => request.startsWith('PUT'))
    expect(sent.toSorted()).toEqual([...(own ? [`PUT ${me}`] : []), 'PUT a@x.test', 'PUT c@x.test'].toSorted())
    expect(own ? sent.at(-1) : `PUT ${me}`).toBe(`PUT ${me}`)
  }
})

test.each(['delete', 'deactivate', 'adminOff'])('“%s” on all admins spares one of them', async (act) => {
  const world = await runWorld({ users: three })
  const tab = world.tab()
  tab.agree({ ticks: { own: true } })
  await performMany(tab.page, 'users', act, await tab.rows('users'))
  const { items } = await tab.ended()
  expect(items.filter(({ state }) => state === 'left-out').map(({ name, says }) => [name, says])).toContainEqual([
    world.trial.admin.email,
    'the last active admin',
  ])
  const left = (await tab.rows('users')).map(({ row }) => row)
  expect(left).toContainEqual(expect.objectContaining({ email: world.trial.admin.email, admin: true, active: true }))
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
