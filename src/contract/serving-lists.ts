import type { Columns } from './columns.ts'
import type { FromReader, Line, ToReader } from './list-messages.ts'
import type { ListAnswer, ListReader } from './list-reader.ts'
import { problemOf } from './problem.ts'

/** One call from the page. */
interface Call {
  /** Aborted when nobody wants the rest. */
  signal: AbortSignal
  say: (said: FromReader, transfer?: Transferable[]) => void
  /** Resolves when the page has taken the next rows over, or wants none. */
  taken: () => Promise<void>
}

/** Reads lists for a page in another thread: its other end is `createDistantLists`. Answers what hears a message. */
export function serveLists(line: Line<FromReader, ToReader>, lists: ListReader): (data: ToReader) => void {
  const under = new Map<number, { leave: () => void; go: () => void }>()
  const hear = (data: ToReader) => {
    const { id } = data
    if ('taken' in data) return under.get(id)?.go()
    if ('left' in data) return under.get(id)?.leave()
    const leaving = new AbortController()
    const { signal } = leaving
    const call = {
      go: () => undefined as void,
      leave() {
        leaving.abort()
        call.go()
      },
    }
    under.set(id, call)
    const taken = () => new Promise<void>((go) => (call.go = go))
    const say: Call['say'] = (said, transfer = []) => {
      if (!signal.aborted) line.postMessage(said, transfer)
    }
    void answer(data, lists, { signal, say, taken }).then(() => under.delete(id))
  }
  line.addEventListener('message', ({ data }) => hear(data))
  line.postMessage({ is: 'here' }, [])
  return hear
}

async function answer(
  { id, ask: { url, of, ...init } }: Extract<ToReader, { ask: object }>,
  lists: ListReader,
  call: Call,
): Promise<void> {
  const { signal, say } = call
  try {
    const found = await lists.ask(url, { ...init, redirect: 'manual', cache: 'no-store', signal }, of)
    const { ok, status, type, headers } = found
    say({ id, is: 'head', ok, status, type, headers: [...headers] })
    if (ok) await passRows(id, found, call)
    else await passBytes(id, found, call)
  } catch (error) {
    const problem = problemOf(error)
    say(problem === undefined ? { id, is: 'failed' } : { id, is: 'problem', problem })
  }
}

async function passRows(id: number, answer: ListAnswer, { say, taken }: Call): Promise<void> {
  let bytes = 0
  /** Of the rows before: the next ones are read meanwhile, and the page has one part at a time to do with. */
  let before: Promise<void> = Promise.resolve()
  const flush = (columns?: Columns, unreadable: readonly number[] = []) => {
    say({ id, is: 'rows', bytes, columns, unreadable }, columns === undefined ? [] : buffersOf(columns))
    bytes = 0
  }
  const rows = await answer.rows({
    onBytes(more) {
      bytes += more
      // The other side only has to know that something arrives.
      if (bytes >= 64 * 1024) flush()
    },
    async onRows(columns, unreadable) {
      await before
      before = taken()
      flush(columns, unreadable)
    },
  })
  flush()
  say({ id, is: 'end', rows }, [rows.order.buffer])
}

async function passBytes(id: number, { body }: ListAnswer, { signal, say }: Call): Promise<void> {
  const reader = body?.getReader()
  while (reader !== undefined) {
    const { done, value } = await reader.read()
    if (done || signal.aborted) break
    say({ id, is: 'bytes', bytes: value })
  }
  reader?.cancel().catch(() => undefined)
  say({ id, is: 'end', rows: undefined })
}

/** What goes over without being copied. */
function buffersOf({ names, lower, hashes, flags, spelled, moments, claims }: Columns): ArrayBuffer[] {
  const held = [names.units, names.ends, lower?.units, lower?.ends, hashes, flags, spelled, moments, claims]
  return held.flatMap((one) => (one === undefined ? [] : [one.buffer]))
}
