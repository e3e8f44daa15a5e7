import type { FromReader, Line, ToReader } from './list-messages.ts'
import type { ListAnswer, ListReader, RowsEnd, RowsHeard } from './list-reader.ts'
import { ServiceError } from './problem.ts'

type Said = Exclude<FromReader, { is: 'here' }>

/** Lists that are read in another thread, at the other end of `line`; there `serveLists` reads them. */
export function createDistantLists(line: Line<ToReader, FromReader>): ListReader {
  const calls = new Map<number, ReadableStreamDefaultController<Said>>()
  let last = 0
  line.addEventListener('message', ({ data }) => {
    if (data.is !== 'here') calls.get(data.id)?.enqueue(data)
  })
  return {
    async ask(url, { method = 'GET', headers, body, signal }, of) {
      signal?.throwIfAborted()
      const id = (last += 1)
      const leave = () => {
        if (calls.delete(id)) line.postMessage({ id, left: true }, [])
      }
      const said = new ReadableStream<Said>({ start: (call) => void calls.set(id, call), cancel: leave }).getReader()
      const abort = () => {
        calls.get(id)?.error(signal?.reason)
        leave()
      }
      signal?.addEventListener('abort', abort, { once: true })
      const over = () => {
        signal?.removeEventListener('abort', abort)
        said.cancel().catch(() => undefined)
      }
      const text = typeof body === 'string' ? body : null
      line.postMessage({ id, ask: { url, method, headers: [...new Headers(headers)], body: text, of } }, [])
      const { value: head } = await said.read()
      const taken = () => line.postMessage({ id, taken: true }, [])
      if (head?.is === 'head') return answerFrom(head, said, { taken, over })
      over()
      throw new TypeError('no answer')
    },
  }
}

/** One call, as the page tells its reader of it: rows were taken over; nothing more is wanted. */
interface Call {
  taken: () => void
  over: () => void
}

function answerFrom(
  { ok, status, type, headers }: Extract<Said, { is: 'head' }>,
  said: ReadableStreamDefaultReader<Said>,
  call: Call,
): ListAnswer {
  const body = ok ? null : bodyFrom(said, call)
  return { ok, status, type, headers: new Headers(headers), body, rows: (heard) => rowsFrom(said, call, heard) }
}

async function rowsFrom(
  said: ReadableStreamDefaultReader<Said>,
  { taken, over }: Call,
  { onBytes, onRows }: RowsHeard,
): Promise<RowsEnd> {
  try {
    for (;;) {
      const { value } = await said.read()
      if (value?.is === 'rows') {
        onBytes(value.bytes)
        if (value.columns === undefined) continue
        await onRows(value.columns, value.unreadable)
        taken()
      } else if (value?.is === 'end' && value.rows !== undefined) return value.rows
      else if (value?.is === 'problem') throw new ServiceError(value.problem)
      else throw new Error('the reading of a list failed')
    }
  } finally {
    over()
  }
}

function bodyFrom(said: ReadableStreamDefaultReader<Said>, { over }: Call): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(body) {
      const { value } = await said.read()
      if (value?.is === 'bytes') return body.enqueue(value.bytes)
      over()
      if (value?.is === 'end') body.close()
      else body.error(new Error('the body broke off'))
    },
    cancel: over,
  })
}
