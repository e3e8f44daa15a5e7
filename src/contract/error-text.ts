import { quotable } from './problem.ts'

/** The sentence in an error body, fit to show: of JSON its message, of text the text, of markup nothing. */
export function saidIn(body: string, secrets: readonly string[]): string {
  return quotable(words(body), secrets)
}

function words(body: string): string {
  if (/^\s*</.test(body)) return ''
  let said: unknown
  try {
    said = JSON.parse(body)
  } catch {
    return body
  }
  for (let depth = 0; depth < 3; depth += 1) {
    if (typeof said === 'string') return said
    if (typeof said !== 'object' || said === null) return ''
    const entries = new Map<string, unknown>(Object.entries(said))
    const candidates = ['error', 'message', 'detail', 'title'].map((key) => entries.get(key))
    // `{error: true, message}` speaks too: the first that can hold words.
    said = candidates.find((part) => (typeof part === 'string' && part !== '') || (typeof part === 'object' && part))
  }
  return ''
}
