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
  constructor() {
    super()
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
const ask = () =>
  openListThread(fetched).ask(
    url,
    { method: 'GET' },
    { part: 'tokens', hosted: true, bearer: undefined, names: undefined, key: '', cap: mostListBytes },
  )

beforeEach(() => {
  SlowWorker.last = undefined
  fetched.mockClear()
  vi.stubGlobal('Worker', SlowWorker)
})
afterEach(() => vi.unstubAllGlobals())

test('what is asked is with the thread before it is known to run', async () => {
  const answer = ask()
  await expect.poll(() => SlowWorker.last?.heard.length).toBe(1)
  const worker = SlowWorker.last!
  const [first] = worker.heard
  expect(first).toMatchObject({ ask: { url, method: 'GET' } })
  worker.say({ is: 'here' })
  worker.say({ id: first!.id, is: 'head', ok: false, status: 503, type: 'basic', headers: [] })
  expect(await answer).toMatchObject({ status: 503 })
  expect(fetched).not.toHaveBeenCalled()
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
