import type { Columns } from './columns.ts'
import type { FromReader, Line, ToReader } from './list-messages.ts'
import type { ListAnswer, ListReader } from './list-reader.ts'
import { problemOf } from './problem.ts'

/** Reads lists for a page in another thread: its other end is `createDistantLists`. */
export function serveLists(line: Line<FromReader, ToReader>, lists: ListReader): void {
  const under = new Map<number, AbortController>()
  line.addEventListener('message', ({ data }) => {
    if ('left' in data) return under.get(data.id)?.abort()
    const { id } = data
    const leaving = new AbortController()
    under.set(id, leaving)
    const say = (said: FromReader, transfer: Transferable[] = []) => {
      if (!leaving.signal.aborted) line.postMessage(said, transfer)
    }
    void answer(data, lists, leaving.signal, say).then(() => under.delete(id))
  })
  line.postMessage({ is: 'here' }, [])
}

type Say = (said: FromReader, transfer?: Transferable[]) => void

async function answer(
  { id, ask: { url, of, ...init } }: Extract<ToReader, { ask: object }>,
  lists: ListReader,
  signal: AbortSignal,
  say: Say,
): Promise<void> {
  try {
    const found = await lists.ask(url, { ...init, redirect: 'manual', cache: 'no-store', signal }, of)
    const { ok, status, type, headers } = found
    say({ id, is: 'head', ok, status, type, headers: [...headers] })
    if (ok) await passRows(id, found, say)
    else await passBytes(id, found, signal, say)
  } catch (error) {
    const problem = problemOf(error)
    say(problem === undefined ? { id, is: 'failed' } : { id, is: 'problem', problem })
  }
}

async function passRows(id: number, answer: ListAnswer, say: Say): Promise<void> {
  let bytes = 0
  const rows = await answer.rows({
    onBytes(more) {
      bytes += more
      // The other side only has to know that something arrives.
      if (bytes >= 64 * 1024) flush()
    },
    onRows: (columns, unreadable) => flush(columns, unreadable),
  })
  function flush(columns?: Columns, unreadable: readonly number[] = []) {
    say({ id, is: 'rows', bytes, columns, unreadable }, columns === undefined ? [] : buffersOf(columns))
    bytes = 0
  }
  flush()
  say({ id, is: 'end', rows }, [rows.order.buffer])
}

async function passBytes(id: number, { body }: ListAnswer, signal: AbortSignal, say: Say): Promise<void> {
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
