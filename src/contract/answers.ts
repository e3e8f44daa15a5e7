import { ServiceError, type Problem } from './problem.ts'
import type { Shape } from './shape.ts'
import { finished, refuseMarkup, type Answer } from './transport.ts'

/** Looks at the first bytes of a list only: enough to tell a service from a gateway's page. */
export async function opened(answer: Answer): Promise<void> {
  await finished(answer, async () => {
    const { body, status } = answer.response
    const reader = body?.getReader()
    const decoder = new TextDecoder()
    let text = ''
    try {
      // A first chunk may hold nothing but blanks.
      while (reader !== undefined && text.trim() === '' && text.length < 4096) {
        const { done, value } = await reader.read()
        if (done) break
        text += decoder.decode(value, { stream: true })
      }
    } finally {
      reader?.cancel().catch(() => undefined)
    }
    refuseMarkup(text, status)
    if (text.trim() === '') throw new ServiceError(unreadableAs('empty', status, 0, ['the list']))
    if (!/^\s*[[{]/.test(text)) throw new ServiceError(unreadableAs('text', status, sizeOf(text), ['the list']))
  })
}

/**
 * One row; numbers beyond 2^53 keep their digits. `carried` adds what is kept of fields that no schema names. An element that is no JSON ends the list (see `readRows`).
 */
export function parsedRow<Row>(
  schema: Shape<Row>,
  text: string,
  carried: (row: unknown) => Partial<Row> = () => ({}),
): Row | undefined {
  let row: unknown = JSON.parse(text)
  if (/\d{16}/.test(text) && typeof row === 'object' && row !== null) row = exact(row, text)
  const parsed = schema.safeParse(row)
  return parsed.success ? { ...parsed.data, ...carried(row) } : undefined
}

/** Whole strings, and integers of which a JavaScript number may lose digits. */
const stringOrLongInteger = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\w.+-])-?\d{16,40}(?![\w.])/g
const moments = ['expiration_date', 'created_at', 'updated_at'] as const

/** The row with those moments as text that a JavaScript number cannot hold: all their digits go on. */
function exact(row: object, text: string): object {
  const held = new Map<string, unknown>(Object.entries(row))
  const lossy = moments.filter((key) => typeof held.get(key) === 'number' && !Number.isSafeInteger(held.get(key)))
  if (lossy.length === 0) return row
  const spelled: unknown = JSON.parse(
    text.replace(stringOrLongInteger, (part) => (part[0] === '"' ? part : `"${part}"`)),
  )
  const digits = new Map(Object.entries(spelled ?? {}))
  return { ...row, ...Object.fromEntries(lossy.map((key) => [key, digits.get(key)])) }
}

/** A value or a bearer out of a success body. No parser's message leaves: it would quote the secret. */
export function secretFrom(status: number, text: string, schema: Shape<string | undefined>): string | undefined {
  refuseMarkup(text, status)
  const body = text.trim()
  if (body === '') throw new ServiceError(unreadableAs('empty', status, 0, ['the value']))
  let said: unknown
  try {
    said = JSON.parse(body)
  } catch {
    if (/^[\x21-\x7e]+$/.test(body) && !/^[[{"]/.test(body)) return body
    throw new ServiceError(unreadableAs('text', status, sizeOf(text), ['the value']))
  }
  if (typeof said === 'number' || typeof said === 'boolean') return body
  const parsed = schema.safeParse(said)
  if (parsed.success) return parsed.data === '' ? undefined : parsed.data
  throw new ServiceError(unreadableAs('json', status, sizeOf(text), ['the value']))
}

/** Bytes of a text as it came. */
export function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length
}

/** An OK whose body is not what was asked for. */
export function unreadableAs(form: 'json' | 'text' | 'empty', status: number, bytes: number, at: string[]): Problem {
  return { kind: 'unreadable', status, received: { form }, bytes, at }
}
