import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mostListBytes } from '#contract/list-reader.ts'
import type { FromReader, ToReader } from '#contract/list-messages.ts'
import type { Fetch } from '#contract/transport.ts'
import { openListThread } from './list-thread.ts'

/** A worker that begins when it is told to. */
class SlowWorker extends EventTarget {
  static last: SlowWorker | undefined
  readonly heard: ToReader[] = []
  isEnded = false
  readonly name: string
  constructor(_url: string, { name }: { name: string }) {
    super()
    this.name = name
    SlowWorker.last = this
  }
  postMessage(said: ToReader): void {
    this.heard.push(said)
  }
  terminate(): void {
    this.isEnded = true
  }
  say(data: FromReader): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

const url = 'https://query.example.test/_/token'
const fetched = vi.fn<Fetch>(() => Promise.resolve(new Response('', { status: 418 })))
const wanted = {
  part: 'tokens',
  hosted: true,
  bearer: undefined,
  names: undefined,
  key: '',
  cap: mostListBytes,
} as const
const ask = (lists = openListThread(fetched)) => lists.ask(url, { method: 'GET' }, wanted)

beforeEach(() => {
  SlowWorker.last = undefined
  fetched.mockClear()
  vi.stubGlobal('Worker', SlowWorker)
})
afterEach(() => vi.unstubAllGlobals())

test('what is asked first is what a thread begins with, and what comes later is told', async () => {
  const lists = openListThread(fetched)
  const [answer, other] = [ask(lists), ask(lists)]
  await expect.poll(() => SlowWorker.last?.heard.length).toBe(1)
  const worker = SlowWorker.last!
  const first = JSON.parse(worker.name) as ToReader
  const [second] = worker.heard
  for (const said of [first, second])
    expect(said).toMatchObject({ ask: { url, method: 'GET', of: { part: 'tokens' } } })
  expect(first.id).not.toBe(second!.id)
  worker.say({ is: 'here' })
  worker.say({ id: first.id, is: 'head', ok: false, status: 503, type: 'basic', headers: [] })
  worker.say({ id: second!.id, is: 'head', ok: false, status: 504, type: 'basic', headers: [] })
  expect(await answer).toMatchObject({ status: 503 })
  expect(await other).toMatchObject({ status: 504 })
  expect(fetched).not.toHaveBeenCalled()
})

test('a bearer is no part of the name that a thread keeps', async () => {
  const asked = { ...wanted, hosted: false, bearer: 'b3arer' }
  const headers = { authorization: 'Bearer b3arer' }
  openListThread(fetched)
    .ask(url, { headers }, asked)
    .catch(() => undefined)
  await expect.poll(() => SlowWorker.last?.heard.length).toBe(1)
  expect(SlowWorker.last!.heard[0]).toMatchObject({ ask: { of: { bearer: 'b3arer' } } })
  expect(SlowWorker.last!.name).toBe('')
})

test('a thread begins before anything is asked', async () => {
  openListThread(fetched)
  await expect.poll(() => SlowWorker.last?.name).toBe('')
})

test('a thread that does not begin is ended, and the page asks by itself', async () => {
  const answer = ask()
  await expect.poll(() => SlowWorker.last).toBeDefined()
  SlowWorker.last!.dispatchEvent(new Event('error'))
  expect(await answer).toMatchObject({ status: 418 })
  expect(SlowWorker.last!.isEnded).toBe(true)
  expect(fetched).toHaveBeenCalledOnce()
})

test('where there are no threads the page asks by itself', async () => {
  vi.stubGlobal('Worker', undefined)
  expect(await ask()).toMatchObject({ status: 418 })
})
