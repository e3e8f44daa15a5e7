import { STATUS_CODES } from 'node:http'
import { exactNumber, writeJson, type Json } from './requests.ts'
import type { Readings } from './readings.ts'
import type { Refusal } from './refusal.ts'

/** Writes the responses of the service. */
export type Answers = ReturnType<typeof createAnswers>

/** Writes responses under `readings`. */
export function createAnswers(readings: Readings) {
  const send = (status: number, type: 'application/json' | 'application/problem+json' | 'text/plain', body: string) => {
    // Bytes, because a Response made from text adds a content type.
    const bytes = body === '' || status === 204 ? null : Buffer.from(body)
    const named = bytes !== null && readings['content-type'] === 'sent'
    const headers: Record<string, string> = named
      ? { 'content-type': type === 'text/plain' ? `${type}; charset=utf-8` : type }
      : {}
    return new Response(bytes, { status, headers })
  }
  const json = (body: Json, status = 200) => send(status, 'application/json', writeJson(body))
  const text = (body: string, status = 200) => send(status, 'text/plain', body)

  return {
    json: (body: Json) => json(body),
    text: (body: string) => text(body),
    list(part: 'tokens' | 'users', rows: readonly Json[]): Response {
      const wrapped = { data: { data: rows }, bare: rows, named: { [part]: rows }, items: { items: rows } }
      return json(wrapped[readings['list-shape']])
    },
    /** `undefined`: there is no value, and the readings do not refuse it. */
    value(value: string | undefined): Response {
      if (readings['value-shape'] === 'text') return text(value ?? '')
      const token = value ?? null
      const listed = value === undefined ? [] : [{ token: value }]
      const wrapped = { data: { data: listed }, value: { value: token }, token: { token }, 'json-string': token }
      return json(wrapped[readings['value-shape']])
    },
    /** A successful write. */
    done(method: string): Response {
      const status = successStatus(readings['success-codes'], method)
      switch (readings['success-body']) {
        case 'json':
          return json({ ok: true }, status)
        case 'text':
          return text('OK', status)
        case 'empty':
          return text('', status)
      }
    },
    refusal({ status, message }: Refusal): Response {
      const title = STATUS_CODES[status]
      switch (readings['error-format']) {
        case 'json-error':
          return json({ error: message }, status)
        case 'json-code':
          return json({ code: title?.toLowerCase().replaceAll(' ', '_'), message }, status)
        case 'problem': {
          const problem = { type: 'about:blank', title, status, detail: message }
          return send(status, 'application/problem+json', writeJson(problem))
        }
        case 'text':
          return text(message, status)
        case 'text-or-empty':
          return text(status === 401 || status === 403 ? '' : message, status)
        case 'empty':
          return text('', status)
      }
    },
    flag(stored: unknown): Json {
      const on = stored === 1n
      const spelled = { boolean: on, number: on ? 1 : 0, 'number-text': on ? '1' : '0', 'boolean-text': String(on) }
      return spelled[readings.flags]
    },
    /** A moment of the service, in the unit in which it counts. */
    moment(moment: bigint | null): Json {
      if (moment === null) return null
      if (readings['moment-spelling'] === 'number') return exactNumber(moment)
      const iso = readings['moment-spelling'] === 'iso' ? readMoment(readings.moments, moment) : undefined
      return iso ?? moment.toString()
    },
  }
}

function successStatus(scheme: Readings['success-codes'], method: string): number {
  if (scheme === 'all-204') return 204
  if (scheme === 'deleted-204' && method === 'DELETE') return 204
  return method === 'POST' && scheme !== 'all-200' ? 201 : 200
}

/** The unit in which a service counts moments since 1970-01-01 UTC. */
export type Unit = 'ms' | 's'

/** Converts milliseconds to `unit`, rounded down. */
export function countIn(unit: Unit, milliseconds: number | bigint): bigint {
  const whole = BigInt(milliseconds)
  return unit === 'ms' ? whole : whole / 1000n
}

/** A moment in `unit` as ISO 8601; undefined if a date cannot hold it. */
export function readMoment(unit: Unit, moment: bigint): string | undefined {
  const date = new Date(Number(moment) * (unit === 's' ? 1000 : 1))
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
