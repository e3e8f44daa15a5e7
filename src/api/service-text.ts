import { jwtPattern } from './jwt.ts'
import type { Problem } from './problem.ts'
import { parseJson } from './wire.ts'

// The service's own text, as far as it may be shown.

/** Control characters, line separators, and marks that change the text direction. */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/**
 * The service's own text, safe to show: at most 300 characters, control characters replaced by spaces, and nothing if it
 * quotes a secret. `isCut`: the text may break off in the middle of a secret.
 */
export function redactServiceText(text: string, secrets: readonly string[] = [], isCut = false): string {
  return toPrintable(withoutQuotedSecrets(text, secrets, isCut))
}

/** A text without secrets, as it may be shown. */
export function toPrintable(text: string): string {
  const printable = text.replace(unprintable, ' ').trim()
  return printable.length > 300 ? `${printable.slice(0, 299).replace(/[\ud800-\udbff]$/, '')}…` : printable
}

/** The problem without the service's text, or without the beginning of a page of markup, if that quotes a secret. */
export function redactProblem(problem: Problem, secrets: readonly string[]): Problem {
  if ('serviceText' in problem) return { ...problem, serviceText: redactServiceText(problem.serviceText, secrets) }
  if (problem.kind !== 'unreadable' || problem.received.form !== 'html') return problem
  return { ...problem, received: { form: 'html', begins: redactServiceText(problem.received.begins, secrets, true) } }
}

/** The message in an error body, safe to show: the message field of JSON, the text of plain text, nothing of markup. */
export function parseErrorMessage(body: string, secrets: readonly string[]): string {
  return redactServiceText(findMessage(body), secrets)
}

function findMessage(body: string): string {
  if (/^\s*</.test(body)) return ''
  let json = parseJson(body)
  if (json === undefined) return body
  for (let depth = 0; depth < 3; depth += 1) {
    if (typeof json === 'string') return json
    if (typeof json !== 'object' || json === null) return ''
    const entries = new Map<string, unknown>(Object.entries(json))
    const candidates = ['error', 'message', 'detail', 'title'].map((key) => entries.get(key))
    // `{error: true, message}` has a message, too: take the first candidate that can hold text.
    json = candidates.find((part) => (typeof part === 'string' && part !== '') || (typeof part === 'object' && part))
  }
  return ''
}

/** Characters of a text that are looked at, and of a secret that is looked for: no search takes long, and more is never shown. */
const maxCharacters = 4096

/** How much of a secret at the end of a cut text shows that it is quoted. */
const minQuotedCharacters = 8

/**
 * The beginning of a text of the service; nothing if it quotes one of `secrets`, raw, in base64, or as JSON, URLs and HTML
 * escape it, or anything that looks like a JWT. The service has the secret already, so only careless quoting counts.
 * `isCut`: the text may break off in the middle of a secret.
 */
function withoutQuotedSecrets(text: string, secrets: readonly string[], isCut: boolean): string {
  const start = text.slice(0, maxCharacters)
  const lower = start.toLowerCase()
  const isQuoted = secrets
    .flatMap((secret) => spellingsOf(secret.slice(0, maxCharacters)))
    .map((spelling) => (isCut || start !== text ? spelling.slice(0, minQuotedCharacters) : spelling))
    .some((spelling) => spelling !== '' && lower.includes(spelling.toLowerCase()))
  return isQuoted || start.search(jwtPattern) >= 0 ? '' : start
}

function spellingsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const url = encodeURIComponent(secret.replace(/\p{Cs}/gu, '\ufffd'))
  const html = secret.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
  const ascii = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return [secret, json, ascii, url, url.replaceAll('%20', '+'), html, ...inBase64(secret)]
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The base64 spellings, which depend on whether the secret starts at the first, second or third byte of a group. */
function inBase64(secret: string): string[] {
  const bytes = Array.from(new TextEncoder().encode(secret), (byte) => String.fromCharCode(byte)).join('')
  return [0, 1, 2].flatMap((shift) => {
    const shifted = btoa('\0'.repeat(shift) + bytes)
    const encoded = shifted.slice(Math.ceil((shift * 4) / 3), Math.floor(((shift + bytes.length) * 4) / 3))
    return encoded.length < 5 ? [] : [encoded, encoded.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
