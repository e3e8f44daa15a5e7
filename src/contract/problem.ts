import type { Problem } from './problem-kinds.ts'

// Where problems are only met, and not read from the host, their schema is not needed.
export type { Problem } from './problem-kinds.ts'
export type { Received } from './received.ts'

/** Which of the service's two groups of calls: they can be switched off separately. */
export type Part = 'tokens' | 'users'

/** The only error that the contract throws, aborts apart (those stay the signal's own reason). */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.kind)
    this.problem = problem
  }
}

/** The problem in `error`, or undefined for an abort or for a fault of our own. */
export function problemOf(error: unknown): Problem | undefined {
  return error instanceof ServiceError ? error.problem : undefined
}

/** Whether the request behind this problem may have changed something: then only a read can tell. */
export function mayHaveBeenApplied(problem: Problem): boolean {
  switch (problem.kind) {
    case 'unreachable':
    case 'timed-out':
    case 'failing':
      return problem.sent === 'unknown'
    case 'unreadable':
    case 'too-large':
      return true
    case 'signed-out':
    case 'switched-off':
    case 'no-service':
    case 'refused':
    case 'too-many':
    case 'perhaps-unreadable':
    case 'offline':
    case 'unsendable':
      return false
  }
}

/** Whether the same read may succeed a moment later. */
export function mayPass({ kind }: Problem): boolean {
  return ['unreachable', 'timed-out', 'failing', 'too-many', 'unreadable'].includes(kind)
}

const jwtLike = /[\w-]{8,}\.[\w-]{8,}\.[\w-]*|eyJ[\w-]{8,}/g

/** Control characters, line separators, and marks that turn the direction of what follows. */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/**
 * A service's own text made fit to show: at most 300 characters, control characters as blanks, and everything shaped
 * like a JWT or equal to one of `secrets` (at least 4 characters long) masked, also as JSON, addresses and base64 spell it.
 */
export function quotable(text: string, secrets: readonly string[] = []): string {
  const hidden = secrets.filter((secret) => secret.length >= 4)
  const spellings = hidden.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), ...inBase64(secret)])
  // The longest first, so that one secret within another leaves no rest.
  spellings.sort((a, b) => b.length - a.length)
  let out = text
  for (const secret of spellings) out = out.replaceAll(secret, '•••')
  if (/[%+]/.test(out)) for (const secret of hidden) out = withoutEncoded(out, secret)
  // Cut before the pattern, which takes quadratic time on one endless word.
  out = out.slice(0, 4096).replace(jwtLike, '•••').replace(unprintable, ' ').trim()
  return out.length > 300 ? `${out.slice(0, 299).replace(/[\ud800-\udbff]$/, '')}…` : out
}

/** The text without a secret in addresses, whichever of its characters are percent-encoded there. */
function withoutEncoded(text: string, secret: string): string {
  let bytes = ''
  const places: number[] = []
  for (const { 0: part, 1: hex, index } of text.matchAll(/%([\da-f]{2})|[^]/giu)) {
    const own = hex === undefined ? bytesOf(part) : String.fromCharCode(Number.parseInt(hex, 16))
    bytes += own
    for (let byte = 0; byte < own.length; byte += 1) places.push(index)
  }
  places.push(text.length)
  const spaced = (said: string) => said.replaceAll('+', ' ') // which an address writes as the other
  const [said, hidden] = [spaced(bytes), spaced(bytesOf(secret))]
  let out = ''
  let from = 0
  for (let at = said.indexOf(hidden); at >= 0; at = said.indexOf(hidden, at + hidden.length)) {
    out += `${text.slice(from, places[at])}•••`
    from = places[at + hidden.length] ?? text.length
  }
  return out + text.slice(from)
}

const utf8 = new TextEncoder()

/** UTF-8, a character for each byte. */
function bytesOf(text: string): string {
  return Array.from(utf8.encode(text), (byte) => String.fromCharCode(byte)).join('')
}

/** What base64 makes of a secret wherever it stands in what is encoded: beginning at the first, second or third byte. */
function inBase64(secret: string): string[] {
  const bytes = bytesOf(secret)
  return [0, 1, 2].flatMap((before) => {
    const whole = btoa('\0'.repeat(before) + bytes)
    const own = whole.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3))
    return own.length < 5 ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
