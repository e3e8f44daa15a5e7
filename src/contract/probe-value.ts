import type { Choice } from './learned.ts'
import { TokenValue } from './token-value.ts'

/** The secret in a success body, in every spelling seen; undefined where there is none. */
export function secretIn(text: string): string | undefined {
  const body = text.trim()
  const said = jsonIn(body)
  if (said === undefined) return /^[\x21-\x7e]+$/.test(body) && !/^[[{"<]/.test(body) ? body : undefined
  const read = TokenValue.safeParse(said.json)
  return read.success && read.data !== '' ? read.data : undefined
}

/** What a body with a secret wraps it in. */
export function shapeIn(text: string): Choice<'value-shape'> {
  const said = jsonIn(text.trim())
  if (said === undefined) return 'text'
  const { json } = said
  if (typeof json === 'string') return 'json-string'
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return 'other'
  for (const key of ['data', 'value', 'token'] as const) if (key in json) return key
  return 'other'
}

function jsonIn(text: string): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
