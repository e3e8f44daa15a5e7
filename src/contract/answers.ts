import type * as z from 'zod/mini'
import { ServiceError, type Problem } from './problem.ts'
import { finished, refuseMarkup, type Answer } from './transport.ts'

/** Looks at the first bytes of a list only: enough to tell a service from a gateway's page. */
export async function opened(answer: Answer): Promise<void> {
  await finished(answer, async () => {
    const reader = answer.response.body?.getReader()
    const first = await reader?.read()
    await reader?.cancel().catch(() => undefined)
    const text = new TextDecoder().decode(first?.value)
    refuseMarkup(text, answer.response.status)
    if (text.trim() === '') throw new ServiceError(unreadableAs('empty', answer.response.status, 0, ['the list']))
  })
}

/** One row; numbers beyond 2^53 keep their digits. An element that is no JSON ends the list (see `readRows`). */
export function parsedRow<Row>(schema: z.ZodMiniType<Row>, text: string): Row | undefined {
  let row: unknown = JSON.parse(text)
  if (/\d{16}/.test(text) && typeof row === 'object' && row !== null && !Array.isArray(row)) row = exact(row, text)
  const parsed = schema.safeParse(row)
  return parsed.success ? parsed.data : undefined
}

/** The moments of a row whose integers a JavaScript number cannot hold, taken from the text as bigints. */
function exact(row: object, text: string): unknown {
  const moments = ['expiration_date', 'created_at', 'updated_at'] as const
  const unsafe = Object.entries(row).flatMap(([key, value]): [string, bigint][] => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return []
    const moment = moments.find((name) => name === key)
    const digits = moment && new RegExp(`(?<!\\\\)"${moment}"\\s*:\\s*(-?\\d+)\\s*[,}]`).exec(text)?.[1]
    return digits === undefined || Number(digits) !== value ? [] : [[key, BigInt(digits)]]
  })
  return unsafe.length === 0 ? row : { ...row, ...Object.fromEntries(unsafe) }
}

/** A value or a bearer out of a success body. No parser's message leaves: it would quote the secret. */
export function secretFrom(
  answer: Answer,
  text: string,
  schema: z.ZodMiniType<string | undefined>,
): string | undefined {
  const { status } = answer.response
  refuseMarkup(text, status)
  const body = text.trim()
  if (body === '') throw new ServiceError(unreadableAs('empty', status, 0, ['the value']))
  let said: unknown
  try {
    said = JSON.parse(body)
  } catch {
    if (/^[\x21-\x7e]+$/.test(body) && !/^[[{"]/.test(body)) return body
    throw new ServiceError(unreadableAs('text', status, text.length, ['the value']))
  }
  if (typeof said === 'number' || typeof said === 'boolean') return body
  const parsed = schema.safeParse(said)
  if (parsed.success) return parsed.data === '' ? undefined : parsed.data
  throw new ServiceError(unreadableAs('json', status, text.length, ['the value']))
}

/** An OK whose body is not what was asked for. */
export function unreadableAs(form: 'json' | 'text' | 'empty', status: number, bytes: number, at: string[]): Problem {
  return { kind: 'unreadable', status, received: { form }, bytes, at }
}
