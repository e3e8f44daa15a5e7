import { jwtLike } from './jwt.ts'

/** Characters of a text that are read. What follows is dropped, so that no search takes long. */
const most = 4096

/** The escapes of JSON, URLs and HTML. */
const escapes = new RegExp(
  [
    String.raw`\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})`,
    String.raw`\\u([\da-f]{4})`,
    String.raw`\\(["'\\/bfnrt])`,
    String.raw`%([\da-f]{2})`,
    String.raw`&(?:#x([\da-f]{1,16})|#(\d{1,16})|(amp|lt|gt|quot|apos));`,
  ].join('|'),
  'gi',
)

/**
 * The beginning of a text with `•••` instead of everything that looks like a JWT and of each of `secrets` with at least
 * 4 characters, also as base64 spells it, with any of its characters escaped as in JSON, URLs or HTML, even three times
 * over. `isCut`: the text may break off in the middle of a secret.
 */
export function masked(text: string, secrets: readonly string[], isCut: boolean): string {
  const start = text.slice(0, most)
  // A mask that shows how a secret begins would help to guess a short one; nobody chooses where 4096 characters end.
  const least = start !== text ? 0 : isCut ? 4 : Infinity
  const isHidden = new Uint8Array(start.length)
  const needles = secrets.filter((secret) => secret.length >= 4).flatMap(needlesOf)
  for (const { bytes, places } of readingsOf(start)) {
    const hide = (from: number, to: number) => isHidden.fill(1, places[from], places[to])
    for (const { 0: jwt, index } of bytes.matchAll(jwtLike)) hide(index, index + jwt.length)
    const end = bytes.search(halfAnEscape)
    for (const needle of needles) {
      for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) hide(at, at + needle.length)
      let length = Math.min(needle.length - 1, end)
      while (length >= least && !bytes.endsWith(needle.slice(0, length), end)) length -= 1
      if (length >= least) hide(end - length, bytes.length)
    }
  }
  let out = ''
  for (let at = 0; at < start.length; at += 1) out += isHidden[at] ? (isHidden[at - 1] ? '' : '•••') : start.charAt(at)
  return out
}

/** The end of a text that breaks off in the middle of an escape, or just its end. */
const halfAnEscape = /(\\(u[\da-f]{0,3})?|%[\da-f]?|&(#x?[\da-f]{0,16}|[a-z]{0,4}))?$/i

/** A text as UTF-8, one character a byte, and the place in the text that each byte stands for. */
interface Reading {
  bytes: string
  places: readonly number[]
}

/** A text as it is and without its escapes; these may hide further ones, as JSON inside JSON does. */
function readingsOf(text: string): Reading[] {
  let reading = plainly(text)
  const readings = [reading]
  for (let depth = 0; depth < 3; depth += 1) {
    const next = unescaped(reading)
    if (next.bytes === reading.bytes) break
    readings.push(next)
    reading = next
  }
  return readings.map(({ bytes, places }) => ({ bytes: spaced(bytes), places }))
}

function plainly(text: string): Reading {
  const places: number[] = []
  let place = 0
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    for (let bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4; bytes > 0; bytes -= 1)
      places.push(place)
    place += char.length
  }
  return { bytes: bytesOf(text), places: [...places, place] }
}

function unescaped({ bytes, places }: Reading): Reading {
  let plain = ''
  let after = 0
  const from: number[] = []
  for (const match of bytes.matchAll(escapes)) {
    const own = meantBy(match)
    plain += bytes.slice(after, match.index) + own
    for (; after < match.index; after += 1) from.push(after)
    for (const _ of own) from.push(match.index)
    after += match[0].length
  }
  plain += bytes.slice(after)
  for (; after <= bytes.length; after += 1) from.push(after)
  return { bytes: plain, places: from.map((at) => places[at] ?? 0) }
}

function meantBy([text, high, low, unit, short, byte, hex, decimal, name]: RegExpExecArray): string {
  if (byte !== undefined) return String.fromCharCode(Number.parseInt(byte, 16))
  if (short !== undefined) return shortEscapes[short.toLowerCase()] ?? short
  if (name !== undefined) return entities[name.toLowerCase()] ?? text
  if (unit !== undefined) return bytesOf(String.fromCharCode(Number.parseInt(unit, 16)))
  if (high !== undefined) return bytesOf(String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low ?? '', 16)))
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return code <= 0x10ffff ? bytesOf(String.fromCodePoint(code)) : text
}

const shortEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What to search for, to find a secret in any reading of a text. It may look like an escape itself. */
function needlesOf(secret: string): string[] {
  const beginning = secret.slice(0, most)
  const needles = [...readingsOf(beginning).map(({ bytes }) => bytes), ...inBase64(bytesOf(beginning)).map(spaced)]
  return needles.filter((needle) => needle.length >= 4)
}

/** A URL may write a space as `+`. */
function spaced(bytes: string): string {
  return bytes.replaceAll('+', ' ')
}

const utf8 = new TextEncoder()

/** The UTF-8 bytes of a text, one character each. */
function bytesOf(text: string): string {
  let bytes = ''
  for (const byte of utf8.encode(text)) bytes += String.fromCharCode(byte)
  return bytes
}

/** The base64 spellings of bytes, which depend on whether they start at the first, second or third one of a group. */
function inBase64(bytes: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = btoa('\0'.repeat(before) + bytes)
    const own = whole.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3))
    return own.length < 5 ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
