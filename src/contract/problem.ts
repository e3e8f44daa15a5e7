import * as z from 'zod/mini'

/** What came instead of what was expected. `begins` is set for HTML only: markup holds no secret of ours. */
export const Received = z.union([
  z.object({ form: z.literal('html'), begins: z.string() }),
  z.object({ form: z.literal(['json', 'text', 'empty', 'malformed', 'broken-off']) }),
])
export type Received = z.infer<typeof Received>

const sent = z.literal(['not-sent', 'unknown'])
const said = z.string()
const status = z.number()
/** Whose doing it is, where it is not the service’s. */
const by = z.optional(z.literal('console-server'))
const kind = <Kind extends string>(name: Kind) => z.literal(name)

/**
 * Everything that can go wrong between the console and a service, in one union. Words for a person are made at the
 * edge (`web/service/problem-words.ts`); nothing here is a sentence except `said`, which is the service's own text,
 * already cut to 300 characters and free of anything shaped like a secret. Our host sends one when a sign-in fails.
 */
export const Problem = z.discriminatedUnion('kind', [
  /** No answer. `sent` says whether the request may have reached the service: only `not-sent` is sure. */
  z.object({ kind: kind('unreachable'), sent, by }),
  /** No answer within `after` milliseconds. */
  z.object({ kind: kind('timed-out'), after: z.number(), sent, by }),
  z.object({ kind: kind('signed-out'), status: z.literal([401, 403]), said, by }),
  /** 404 (or another `status` that says the same) on this part, while the sibling part answers. */
  z.object({ kind: kind('switched-off'), part: z.literal(['tokens', 'users']), status: z.optional(z.literal([405])) }),
  /** 404 on both parts: the address may be wrong, or both are turned off. */
  z.object({ kind: kind('no-service') }),
  /** Any other 4xx: a duplicate (409), a bad field (400, 422), an unknown name (404 where the part itself answers) … */
  z.object({ kind: kind('refused'), status, said }),
  /** 429. `retryAfter` is in seconds from the moment of the answer, where the service gave it. */
  z.object({ kind: kind('too-many'), retryAfter: z.union([z.number(), z.undefined()]), said }),
  /** 5xx. `sent: 'not-sent'` when our host says that the request never reached the service. `retryAfter`: as above. */
  z.object({ kind: kind('failing'), status, said, sent, retryAfter: z.optional(z.number()) }),
  /** An OK whose body is not what was asked for. `at` names places (keys, row numbers), never contents. */
  z.object({ kind: kind('unreadable'), status, received: Received, bytes: z.number(), at: z.array(z.string()) }),
  /** An answer larger than `cap` bytes; it was not read to its end. */
  z.object({ kind: kind('too-large'), cap: z.number() }),
  /** The list was read, and the row is not among those of it that can be read: it may be one of those that cannot. */
  z.object({ kind: kind('perhaps-unreadable') }),
  /** The browser has no network. Nothing was sent. */
  z.object({ kind: kind('offline') }),
  /** The name cannot be written into an address (it holds half of a surrogate pair). Nothing was sent. */
  z.object({ kind: kind('unsendable') }),
])
export type Problem = z.infer<typeof Problem>

/** Which of the service's two groups of calls: they can be switched off separately. */
export type ResourceName = 'tokens' | 'users'

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
export function isTemporary({ kind }: Problem): boolean {
  return ['unreachable', 'timed-out', 'failing', 'too-many', 'unreadable'].includes(kind)
}

const jwtLike = /[\w-]{8,}\.[\w-]{8,}\.[\w-]*|eyJ[\w-]{8,}/g

/** Control characters, line separators, and marks that turn the direction of what follows. */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/**
 * A service's own text made fit to show: at most 300 characters, control characters as blanks, and everything shaped
 * like a JWT or equal to one of `secrets` (at least 4 characters long) masked, also as JSON, addresses and base64 spell it.
 */
export function safeText(text: string, secrets: readonly string[] = []): string {
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

/** The sentence in an error body, fit to show: of JSON its message, of text the text, of markup nothing. */
export function serviceTextIn(body: string, secrets: readonly string[]): string {
  return safeText(messageIn(body), secrets)
}

function messageIn(body: string): string {
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
