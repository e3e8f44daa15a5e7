import { problemOf } from '#contract/problem.ts'
import type { FromWorker, Channel, ListAnswer, ListReader, RowHandlers, ToWorker } from './protocol.ts'

/** One call from the page. */
interface Call {
  id: number
  /** Aborted when the rest is not wanted. */
  signal: AbortSignal
  post: (message: FromWorker) => void
  /** Resolves when the page has consumed the next rows, or wants none. */
  consumed: () => Promise<void>
}

/** Reads lists for a page in another thread, where `createListClient` holds the other end of `line`. */
export function serveLists(line: Channel<FromWorker, ToWorker>, lists: ListReader): void {
  const running = new Map<number, (more: boolean) => void>()
  line.addEventListener('message', ({ data }) => {
    const { id } = data
    if (data.is === 'go') return running.get(id)?.(data.more)
    const leaving = new AbortController()
    const { signal } = leaving
    let resume = () => {}
    running.set(id, (more) => {
      if (!more) leaving.abort()
      resume()
    })
    const consumed = () => new Promise<void>((go) => (resume = go))
    const post: Call['post'] = (message) => {
      if (!signal.aborted) line.postMessage(message)
    }
    void answer(data.ask, lists, { id, signal, post, consumed }).then(() => running.delete(id))
  })
}

async function answer(
  { url, of, ...init }: Extract<ToWorker, { is: 'ask' }>['ask'],
  lists: ListReader,
  call: Call,
): Promise<void> {
  const { id, signal, post } = call
  try {
    const found = await lists.request(url, { ...init, redirect: 'manual', cache: 'no-store', signal }, of)
    const { ok, status, type, headers } = found
    post({ id, is: 'head', ok, status, type, headers: [...headers] })
    const outcome = ok ? await passRows(found, call) : await passBytes(found, call)
    post({ id, is: 'end', outcome })
  } catch (error) {
    post({ id, is: 'end', outcome: problemOf(error) ?? 'failed' })
  }
}

async function passRows(answer: ListAnswer, { id, post, consumed }: Call) {
  let bytes = 0
  /** Of the previous rows: the next ones are read meanwhile, and the page handles one part at a time. */
  let before: Promise<void> = Promise.resolve()
  const pass = (rows: Parameters<RowHandlers['onRows']>[0], unreadable: readonly number[]) => {
    post({ id, is: 'part', bytes, rows, unreadable })
    bytes = 0
  }
  return answer.rows({
    onBytes(more) {
      bytes += more
      // The page only needs to know that something arrives.
      if (bytes >= 64 * 1024) pass([], [])
    },
    async onRows(rows, unreadable) {
      if (rows.length + unreadable.length === 0) return
      await before
      before = consumed()
      pass(rows, unreadable)
    },
  })
}

async function passBytes({ body }: ListAnswer, { id, signal, post }: Call): Promise<'whole'> {
  const reader = body?.getReader()
  while (reader !== undefined) {
    const { done, value: raw } = await reader.read()
    if (done || signal.aborted) break
    post({ id, is: 'part', raw })
  }
  reader?.cancel().catch(() => undefined)
  return 'whole'
}
