import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { momentAt } from '#contract/wire.ts'
import type { World } from '#web/resource/world.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { expiryOf } from './status.ts'

/** What a calendar shows of a token: never its value. `at`: milliseconds since 1970. */
interface Expiring {
  name: string
  at: number
  /** When its row was last updated; undefined: unknown. */
  updated: number | undefined
}

/** The tokens that are not inactive and still expire. */
export function expiringIn(list: RowStore<Token>, { now, ahead = 0, unit }: World): Expiring[] {
  return list.rows.flatMap((token) => {
    const at = expiryOf(token, unit)
    if (typeof at !== 'number' || at <= now + ahead || token.active === false) return []
    return [{ name: token.name, at, updated: momentAt(token.updated_at, unit) }]
  })
}

/** A calendar (RFC 5545) with an event for each token, at the moment when it expires. `service`: its host name. */
export function calendarFile(tokens: readonly Expiring[], service: string, now: number): string {
  const events = tokens.flatMap(({ name, at, updated }) => [
    'BEGIN:VEVENT',
    // The same for one token whenever the file is made, so that a calendar replaces the event.
    `UID:${idOf(name)}@${idOf(service)}`,
    `DTSTAMP:${utc(now)}`,
    // A calendar takes an event again only if it is a later one of the same id.
    ...(updated === undefined ? [] : [`LAST-MODIFIED:${utc(updated)}`, `SEQUENCE:${Math.floor(updated / 1000)}`]),
    `DTSTART:${utc(at)}`,
    `SUMMARY:${escaped(`Token “${visible(name)}” expires`)}`,
    `DESCRIPTION:${escaped(service)}`,
    'TRANSP:TRANSPARENT',
    ...['-P7D', '-P1D'].flatMap((before) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escaped(`Token “${visible(name)}” expires`)}`,
      `TRIGGER:${before}`,
      'END:VALARM',
    ]),
    'END:VEVENT',
  ])
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Query Admin//Expiry//EN', ...events, 'END:VCALENDAR']
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** `20261221T104200Z`. */
const utc = (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const escaped = (text: string) => text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|[\r\n]/g, String.raw`\n`)

/** Only letters, digits, dots and hyphens; other names have other ids. */
const idOf = (text: string) => text.replaceAll(/[^A-Za-z0-9.-]/g, (unit) => `_${unit.charCodeAt(0).toString(16)}_`)

/** A line of at most 75 bytes; what follows begins with a space. No character is cut. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let [text, length] = ['', 0]
  for (const character of line) {
    const bytes = encoder.encode(character).length
    if (length + bytes > 75) {
      text += '\r\n '
      length = 1
    }
    text += character
    length += bytes
  }
  return text
}
