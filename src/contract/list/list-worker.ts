import { problemOf } from '#contract/problem.ts'
import type { FromWorker, Line, ListAnswer, ListReader, RowsHeard, ToWorker } from './protocol.ts'

/** One call from the page. */
interface Call {
  id: number
  /** Aborted when nobody wants the rest. */
  signal: AbortSignal
  say: (said: FromWorker) => void
  /** Resolves when the page has taken the next rows over, or wants none. */
  taken: () => Promise<void>
}

/** Reads lists for a page in another thread, whose end of the line is `createListClient`. */
export function serveLists(line: Line<FromWorker, ToWorker>, lists: ListReader): void {
  const under = new Map<number, (more: boolean) => void>()
  line.addEventListener('message', ({ data }) => {
    const { id } = data
    if (data.is === 'go') return under.get(id)?.(data.more)
    const leaving = new AbortController()
    const { signal } = leaving
    let resume = () => {}
    under.set(id, (more) => {
      if (!more) leaving.abort()
      resume()
    })
    const taken = () => new Promise<void>((go) => (resume = go))
    const say: Call['say'] = (said) => {
      if (!signal.aborted) line.postMessage(said)
    }
    void answer(data.ask, lists, { id, signal, say, taken }).then(() => under.delete(id))
  })
}

async function answer(
  { url, of, ...init }: Extract<ToWorker, { is: 'ask' }>['ask'],
  lists: ListReader,
  call: Call,
): Promise<void> {
  const { id, signal, say } = call
  try {
    const found = await lists.ask(url, { ...init, redirect: 'manual', cache: 'no-store', signal }, of)
    const { ok, status, type, headers } = found
    say({ id, is: 'head', ok, status, type, headers: [...headers] })
    const came = ok ? await passRows(found, call) : await passBytes(found, call)
    say({ id, is: 'end', came })
  } catch (error) {
    say({ id, is: 'end', came: problemOf(error) ?? 'failed' })
  }
}

async function passRows(answer: ListAnswer, { id, say, taken }: Call) {
  let bytes = 0
  /** Of the rows before: the next ones are read meanwhile, and the page has one part at a time to do with. */
  let before: Promise<void> = Promise.resolve()
  const pass = (rows: Parameters<RowsHeard['onRows']>[0], unreadable: readonly number[]) => {
    say({ id, is: 'part', bytes, rows, unreadable })
    bytes = 0
  }
  return answer.rows({
    onBytes(more) {
      bytes += more
      // The other side only has to know that something arrives.
      if (bytes >= 64 * 1024) pass([], [])
    },
    async onRows(rows, unreadable) {
      if (rows.length + unreadable.length === 0) return
      await before
      before = taken()
      pass(rows, unreadable)
    },
  })
}

async function passBytes({ body }: ListAnswer, { id, signal, say }: Call): Promise<'whole'> {
  const reader = body?.getReader()
  while (reader !== undefined) {
    const { done, value: raw } = await reader.read()
    if (done || signal.aborted) break
    say({ id, is: 'part', raw })
  }
  reader?.cancel().catch(() => undefined)
  return 'whole'
}
