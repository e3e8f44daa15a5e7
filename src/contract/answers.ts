import * as z from 'zod/mini'
import { ServiceError, type Problem } from './problem.ts'
import { refuseMarkup, consume, type Answer } from './transport.ts'

type Secret = string | null

const secretText = z.nullable(z.string())
const held = z.pipe(
  z.object({ token: secretText }),
  z.transform(({ token }: { token: Secret }) => token),
)
const listed = z.pipe(
  z.array(held),
  z.transform(([first]: Secret[]) => first ?? null),
)
const wrapped = z.union([listed, held, secretText])

/**
 * The value of a token, or the bearer that a sign-in answers with, in every spelling seen; the parsed thing is the secret
 * itself, or undefined for "no such" (an empty list, null).
 */
export const TokenValue = z.pipe(
  z.union([
    z.pipe(
      z.object({ data: wrapped }),
      z.transform(({ data }: { data: Secret }) => data),
    ),
    z.pipe(
      z.object({ value: secretText }),
      z.transform(({ value }: { value: Secret }) => value),
    ),
    wrapped,
  ]),
  z.transform((value: Secret): string | undefined => value ?? undefined),
)

/** A value or a bearer out of a success body. No parser's message leaves: it would quote the secret. */
export function secretFrom(status: number, text: string): string | undefined {
  refuseMarkup(text, status)
  const body = text.trim()
  if (body === '') throw new ServiceError(unreadableAs('empty', status, 0, ['the value']))
  let secretText: unknown
  try {
    secretText = JSON.parse(body)
  } catch {
    if (/^[\x21-\x7e]+$/.test(body) && !/^[[{"]/.test(body)) return body
    throw new ServiceError(unreadableAs('text', status, byteLength(text), ['the value']))
  }
  if (typeof secretText === 'number' || typeof secretText === 'boolean') return body
  const parsed = TokenValue.safeParse(secretText)
  if (parsed.success) return parsed.data === '' ? undefined : parsed.data
  throw new ServiceError(unreadableAs('json', status, byteLength(text), ['the value']))
}

/** Bytes of a text as it came. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

/** An OK whose body is not what was asked for. */
export function unreadableAs(form: 'json' | 'text' | 'empty', status: number, bytes: number, at: string[]): Problem {
  return { kind: 'unreadable', status, received: { form }, bytes, at }
}

/** Looks at the first bytes of a list only: enough to tell a service from a gateway's page. */
export async function ensureListBegins(answer: Answer): Promise<void> {
  await consume(answer, async () => {
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
    if (!/^\s*[[{]/.test(text)) throw new ServiceError(unreadableAs('text', status, byteLength(text), ['the list']))
  })
}
