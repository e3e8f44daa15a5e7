import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mostListBytes, type FromWorker, type ToWorker } from '#contract/list/protocol.ts'
import type { Fetch } from '#contract/transport.ts'
import { openListThread } from './list-thread.ts'

/** A fake worker. */
class ToldWorker extends EventTarget {
  static last: ToldWorker | undefined
  readonly heard: ToWorker[] = []
  isEnded = false
  constructor() {
    super()
    ToldWorker.last = this
  }
  postMessage(said: ToWorker): void {
    this.heard.push(said)
  }
  terminate(): void {
    this.isEnded = true
  }
  say(data: FromWorker): void {
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
const ask = (lists = openListThread(fetched)) => lists.request(url, { method: 'GET' }, wanted)

beforeEach(() => {
  ToldWorker.last = undefined
  fetched.mockClear()
  vi.stubGlobal('Worker', ToldWorker)
})
afterEach(() => vi.unstubAllGlobals())

test('the worker starts before the first call, and answers each call', async () => {
  const lists = openListThread(fetched)
  const worker = ToldWorker.last!
  const [answer, other] = [ask(lists), ask(lists)]
  const [first, second] = worker.heard
  for (const said of [first, second])
    expect(said).toMatchObject({ is: 'ask', ask: { url, method: 'GET', of: { part: 'tokens' } } })
  expect(first!.id).not.toBe(second!.id)
  worker.say({ id: first!.id, is: 'head', ok: false, status: 503, type: 'basic', headers: [] })
  worker.say({ id: second!.id, is: 'head', ok: false, status: 504, type: 'basic', headers: [] })
  expect(await answer).toMatchObject({ status: 503 })
  expect(await other).toMatchObject({ status: 504 })
  expect(fetched).not.toHaveBeenCalled()
})

test('a worker that fails is terminated, and the page reads by itself', async () => {
  const answer = ask()
  ToldWorker.last!.dispatchEvent(new Event('error'))
  expect(await answer).toMatchObject({ status: 418 })
  expect(ToldWorker.last!.isEnded).toBe(true)
  expect(fetched).toHaveBeenCalledOnce()
})

test('without workers the page reads by itself', async () => {
  vi.stubGlobal('Worker', undefined)
  expect(await ask()).toMatchObject({ status: 418 })
})
