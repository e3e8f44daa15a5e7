import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test } from 'vitest'
import { PRESETS } from '#reference/readings.ts'
import { probed, type Probed } from '#contract/testing/probed.ts'
import { arriving } from '#contract/testing/streams.ts'

let world: Probed | undefined
afterEach(() => world?.trial.close())

test('a list that repeats our row is read no further than its second one', async () => {
  world = await probed(PRESETS.documented)
  const { requests } = world
  let lists = 0
  let endedEarly = false
  world.between = async (send, method, path) => {
    const created = requests.find((request) => request.method === 'POST')
    if (created === undefined || method !== 'GET' || path !== '/_/token' || (lists += 1) > 1) return send()
    return arriving(['[', ...Array<string>(1000).fill(`${created.body},`)], {}, () => (endedEarly = true))
  }
  const report = await world.run({ only: 'token-updates' })
  expect(endedEarly).toBe(true)
  expect(report).toEqual({ learned: {}, left: [], interrupted: false })
})

test('no row of a list is kept whole while the rest of it is read', async () => {
  world = await probed(PRESETS.documented)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const megabytesHeld = () => {
    collect()
    return process.memoryUsage().heapUsed / 1e6
  }
  const row = new TextEncoder().encode(
    `{"name":"a","token":"${'t'.repeat(500_000)}","deep":[${'0,'.repeat(500_000)}0]},`,
  )
  let growth = Number.NaN
  const list = () => {
    let before = 0
    let sent = 0
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === 0) {
          before = megabytesHeld()
          controller.enqueue(new TextEncoder().encode('['))
        } else if (sent <= 40) controller.enqueue(row)
        else {
          growth = megabytesHeld() - before
          controller.enqueue(new TextEncoder().encode('{"name":"b"}]'))
          controller.close()
        }
        sent += 1
      },
    })
  }
  world.between = async (send, _, path) => (path === '/_/token' ? new Response(list()) : send())
  const { learned } = await world.run({ write: false })
  expect(learned['list-carries-secret']).toMatchObject({ seen: 'yes' })
  expect(growth).toBeLessThan(30)
})

test('the clean-up deletes and reports a limited number of names, however many a list holds', async () => {
  world = await probed(PRESETS.documented)
  const { requests } = world
  world.between = async (send, method, path) => {
    if (method === 'DELETE') return new Response(null, { status: 204 })
    const created = requests.find((request) => request.method === 'POST')
    if (created === undefined || method !== 'GET' || path !== '/_/token') return send()
    const { name } = JSON.parse(created.body) as { name: string }
    const names = Array.from({ length: 200_000 }, (_, count) => ({ name: `${name}${count}` }))
    return new Response(JSON.stringify([{ name: name + 'x'.repeat(1_000_000) }, ...names]))
  }
  const { left } = await world.run({ only: 'token-updates' })
  expect(left).toHaveLength(1000)
  expect(JSON.stringify(left).length).toBeLessThan(100_000)
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(2000)
})
