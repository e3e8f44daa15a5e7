import { jwtLike } from './jwt.ts'

/** Characters of a text that are looked at, and of a secret that is looked for: no search takes long, and more is never shown. */
const most = 4096

/** How much of a secret at the end of a cut text shows that it is quoted. */
const enough = 8

/**
 * The beginning of a text of the service; nothing if it quotes one of `secrets`, raw, in base64, or as JSON, URLs and HTML
 * escape it, or anything that looks like a JWT. The service has the secret already, so only careless quoting counts.
 * `isCut`: the text may break off in the middle of a secret.
 */
export function withoutQuotes(text: string, secrets: readonly string[], isCut: boolean): string {
  const start = text.slice(0, most)
  const lower = start.toLowerCase()
  const isQuoted = secrets
    .flatMap((secret) => spellingsOf(secret.slice(0, most)))
    .map((spelling) => (isCut || start !== text ? spelling.slice(0, enough) : spelling))
    .some((spelling) => spelling !== '' && lower.includes(spelling.toLowerCase()))
  return isQuoted || start.search(jwtLike) >= 0 ? '' : start
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
  return [0, 1, 2].flatMap((before) => {
    const whole = btoa('\0'.repeat(before) + bytes)
    const own = whole.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3))
    return own.length < 5 ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
