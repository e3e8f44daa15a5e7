import { ServiceError } from '#contract/problem.ts'
import type { FromWorker, Channel, ListAnswer, ListReader, ListResult, RowHandlers, ToWorker } from './protocol.ts'

type Call = ReadableStreamDefaultReader<FromWorker>

/** Reads lists in a worker at the other end of `line`, where `serveLists` runs. */
export function createListClient(line: Channel<ToWorker, FromWorker>): ListReader {
  const calls = new Map<number, ReadableStreamDefaultController<FromWorker>>()
  let last = 0
  line.addEventListener('message', ({ data }) => calls.get(data.id)?.enqueue(data))
  return {
    async request(url, { method = 'GET', headers, body, signal }, of) {
      signal?.throwIfAborted()
      const id = (last += 1)
      const leave = () => {
        if (calls.delete(id)) line.postMessage({ id, is: 'go', more: false })
      }
      const call = new ReadableStream<FromWorker>({ start: (on) => void calls.set(id, on), cancel: leave }).getReader()
      const abort = () => {
        calls.get(id)?.error(signal?.reason)
        leave()
      }
      signal?.addEventListener('abort', abort, { once: true })
      const over = () => {
        signal?.removeEventListener('abort', abort)
        call.cancel().catch(() => undefined)
      }
      const text = typeof body === 'string' ? body : null
      line.postMessage({ id, is: 'ask', ask: { url, method, headers: [...new Headers(headers)], body: text, of } })
      const { value: head } = await call.read()
      if (head?.is !== 'head') {
        over()
        throw new TypeError('no answer')
      }
      const taken = () => line.postMessage({ id, is: 'go', more: true })
      return answerFrom(head, call, taken, over)
    },
  }
}

/** `taken` tells the worker that rows were consumed, `over` that nothing more is wanted. */
function answerFrom(
  { ok, status, type, headers }: Extract<FromWorker, { is: 'head' }>,
  call: Call,
  taken: () => void,
  over: () => void,
): ListAnswer {
  const rows = async ({ onBytes, onRows }: RowHandlers): Promise<ListResult> => {
    try {
      for (;;) {
        const { value } = await call.read()
        if (value?.is === 'part' && 'rows' in value) {
          onBytes(value.bytes)
          if (value.rows.length + value.unreadable.length === 0) continue
          await onRows(value.rows, value.unreadable)
          taken()
        } else if (value?.is === 'end' && typeof value.outcome === 'object') {
          if ('order' in value.outcome) return value.outcome
          throw new ServiceError(value.outcome)
        } else throw new Error('the reading of a list failed')
      }
    } finally {
      over()
    }
  }
  const body = ok ? null : bodyFrom(call, over)
  return { ok, status, type, headers: new Headers(headers), body, rows }
}

function bodyFrom(call: Call, over: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(body) {
      const { value } = await call.read()
      if (value?.is === 'part' && 'raw' in value) return body.enqueue(value.raw)
      over()
      if (value?.is === 'end' && value.outcome === 'whole') body.close()
      else body.error(new Error('the body broke off'))
    },
    cancel: over,
  })
}
