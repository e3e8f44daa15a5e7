import { expect, test } from 'vitest'
import { token, tokensOf, whole } from '#web/testing/rows.ts'
import { calendarFile, expiringIn } from './calendar-file.ts'

const at = Date.UTC(2026, 11, 21, 10, 42)
const now = Date.UTC(2026, 10, 21, 9)

/** The lines of a calendar, unfolded, after a check of what every line must be. */
function linesOf(text: string): string[] {
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  return text.replaceAll('\r\n ', '').trimEnd().split('\r\n')
}
const valueOf = (lines: readonly string[], name: string) =>
  lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1))
const unescaped = (text = '') => text.replaceAll(/\\([\\;,])/g, '$1')

test('a token is one event in UTC, without a length, later if its row is, with two alarms, and the file is a whole calendar', () => {
  const lines = linesOf(calendarFile([{ name: 'ci-deploy', at, updated: now }], 'query.example.org', now))
  expect(lines).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Query Admin//Expiry//EN',
    'BEGIN:VEVENT',
    'UID:ci-deploy@query.example.org',
    'DTSTAMP:20261121T090000Z',
    'LAST-MODIFIED:20261121T090000Z',
    'SEQUENCE:1795251600',
    'DTSTART:20261221T104200Z',
    'SUMMARY:Token “ci-deploy” expires',
    'DESCRIPTION:query.example.org',
    'TRANSP:TRANSPARENT',
    ...['-P7D', '-P1D'].flatMap((before) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:Token “ci-deploy” expires',
      `TRIGGER:${before}`,
      'END:VALARM',
    ]),
    'END:VEVENT',
    'END:VCALENDAR',
  ])
})

test('odd names are escaped and folded, break no line, and no two have one id', () => {
  const names = [
    'a,b;c\\d',
    'two\r\nlines\nBEGIN:VEVENT',
    'x'.repeat(300),
    'größer 🦊'.repeat(20),
    '\ud800 alone',
    '\u0000\u0007\t',
    'a_b',
    'a=5f=b',
    'A',
    'a',
    '',
  ]
  const lines = linesOf(
    calendarFile(
      names.map((name) => ({ name, at, updated: undefined })),
      'h:1',
      now,
    ),
  )
  expect(valueOf(lines, 'BEGIN')).toHaveLength(names.length * 3 + 1)
  expect(valueOf(lines, 'END')).toHaveLength(names.length * 3 + 1)
  for (const line of lines)
    expect(line).toMatch(/^(BEGIN|END|VERSION|PRODID|UID|DTSTAMP|DTSTART|SUMMARY|DESCRIPTION|TRANSP|ACTION|TRIGGER):/)
  const ids = valueOf(lines, 'UID')
  expect(new Set(ids).size).toBe(names.length)
  for (const id of ids) expect(id).toMatch(/^[\w.@-]+$/)
  const says = valueOf(lines, 'SUMMARY').map(unescaped)
  expect(says[0]).toBe('Token “a,b;c\\d” expires')
  expect(says[2]).toBe(`Token “${'x'.repeat(300)}” expires`)
  expect(says[3]).toBe(`Token “${'größer 🦊'.repeat(20)}” expires`)
})

test('the calendar has the tokens that still expire, and no inactive one', () => {
  const at = 1_800_000_000_000
  const day = 86_400_000
  const expiring = { expiration_date: whole(at + day), updated_at: whole(at - day) }
  const list = tokensOf([
    token('soon', expiring),
    token('off', { ...expiring, active: false }),
    token('unclear', { ...expiring, active: undefined }),
    token('past', { expiration_date: whole(at - day) }),
    token('past by the clock of the service', { expiration_date: whole(at + 1000) }),
    token('never', { expiration_date: undefined }),
  ])
  const world = { now: at, ahead: 5000, unit: 'milliseconds', you: [] } as const
  const shown = { at: at + day, updated: at - day }
  expect(expiringIn(list, world)).toEqual([
    { name: 'soon', ...shown },
    { name: 'unclear', ...shown },
  ])
})
