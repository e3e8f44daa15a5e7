import type { Readings } from './readings.ts'
import type { HttpError } from './http-error.ts'

/** Writes the responses of the service. */
export type Answers = ReturnType<typeof createAnswers>

/** Writes responses under `readings`. */
export function createAnswers(readings: Readings) {
  const isJson = readings.answers === 'json'
  const send = (status: number, type: 'application/json' | 'text/plain; charset=utf-8', text: string) => {
    // Bytes, because a Response made from text adds a content type.
    const body = text === '' ? null : Buffer.from(text)
    return new Response(body, { status, headers: isJson && body !== null ? { 'content-type': type } : {} })
  }
  const json = (body: unknown, status = 200) => send(status, 'application/json', JSON.stringify(body))
  const text = (body: string, status = 200) => send(status, 'text/plain; charset=utf-8', body)

  return {
    json: (body: unknown) => json(body),
    text: (body: string) => text(body),
    list: (rows: readonly object[]) => json({ data: rows }),
    /** `undefined`: there is no value. */
    value: (value: string | undefined) => json({ data: value === undefined ? [] : [{ token: value }] }),
    /** A successful write. */
    done: (method: string) => {
      const status = method === 'POST' ? 201 : 200
      return isJson ? json({ ok: true }, status) : text('', status)
    },
    refusal: ({ status, message }: HttpError) =>
      isJson ? json({ error: message }, status) : text(status === 401 ? '' : message, status),
    flag: (stored: unknown) => (readings.flags === 'number' ? Number(stored) : stored === 1),
  }
}

/** Converts milliseconds to the unit in which the service counts, rounded down. */
export function countIn(unit: Readings['moments'], milliseconds: number): number {
  return unit === 'ms' ? milliseconds : Math.floor(milliseconds / 1000)
}
