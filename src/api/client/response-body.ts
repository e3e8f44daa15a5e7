import * as z from 'zod/mini'
import { htmlResponseError, invalidResponseError } from '#api/problem.ts'
import { parseJson } from '#api/wire.ts'
import type { ResponseStream } from '#api/list/list-stream.ts'

const text = z.nullable(z.string())
const tokenObject = z.object({ token: text })
const bare = z.union([z.array(tokenObject), tokenObject, text])
const body = z.union([z.object({ data: bare }), z.object({ value: text }), bare])

/**
 * A token's value, or the access token from a sign-in, in every format seen. Parses to the secret itself, or to
 * undefined if there is none (an empty list, null).
 */
export const TokenValue = z.pipe(body, z.transform(findSecret))

function findSecret(found: z.infer<typeof body>): string | undefined {
  if (typeof found !== 'object' || found === null) return found ?? undefined
  if (Array.isArray(found)) return found[0]?.token ?? undefined
  if ('data' in found) return findSecret(found.data)
  return ('token' in found ? found.token : found.value) ?? undefined
}

/**
 * Reads a value or an access token from a success body. No parser message gets out: it would quote the secret.
 * @throws {ServiceError} `unreadable`.
 */
export function parseSecretBody(status: number, text: string): string | undefined {
  rejectHtml(text, status)
  const trimmed = text.trim()
  if (trimmed === '') throw invalidResponseError('empty', status, 0, 'the value')
  const json = parseJson(trimmed)
  if (json === undefined) {
    if (/^[\x21-\x7e]+$/.test(trimmed) && !/^[[{"]/.test(trimmed)) return trimmed
    throw invalidResponseError('text', status, byteLength(text), 'the value')
  }
  if (typeof json === 'number' || typeof json === 'boolean') return trimmed
  const parsed = TokenValue.safeParse(json)
  if (parsed.success) return parsed.data === '' ? undefined : parsed.data
  throw invalidResponseError('json', status, byteLength(text), 'the value')
}

/** The size of a text in UTF-8 bytes. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

/** @throws {ServiceError} `unreadable` if a success is a page of markup, which something other than the service sent. */
export function rejectHtml(text: string, status: number): void {
  if (/^\s*</.test(text)) throw htmlResponseError(text, status, text.length, 'the body')
}

/**
 * Reads only the first bytes of a list: enough to tell a service from a gateway's page.
 * @throws {ServiceError} `unreadable`.
 */
export async function ensureListBegins({ status, chunks }: ResponseStream): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks(Infinity, () => 'the list')) {
    text += decoder.decode(chunk, { stream: true })
    if (text.trim() !== '' || text.length >= 4096) break // the first chunk may hold nothing but whitespace
  }
  rejectHtml(text, status)
  if (text.trim() === '') throw invalidResponseError('empty', status, 0, 'the list')
  if (!/^\s*[[{]/.test(text)) throw invalidResponseError('text', status, byteLength(text), 'the list')
}
