import type { Expiry } from '#contract/token.ts'

/** The choices of the form; `keep` on edit only. */
export const presets = ['keep', '1h', '1d', '7d', '30d', '90d', '1y', 'at', 'never'] as const
export type Preset = (typeof presets)[number]

/** What a preset is called. */
export const presetWords: Record<Preset, string> = {
  keep: 'Keep as it is',
  '1h': '1 hour',
  '1d': '1 day',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '1y': '1 year',
  at: 'Date, time…',
  never: 'Never',
}

const hour = 60 * 60 * 1000
const spans: Partial<Record<Preset, number>> = {
  '1h': hour,
  '1d': 24 * hour,
  '7d': 7 * 24 * hour,
  '30d': 30 * 24 * hour,
  '90d': 90 * 24 * hour,
  '1y': 365 * 24 * hour,
}

/** The last moment that four figures of a year can say, in milliseconds since 1970. */
export const latest = Date.UTC(9999, 11, 31, 23, 59, 59)

/** What a choice asks for; `at` is the picked moment. A preset counts from the moment of sending. */
export function expiryOfChoice(preset: Preset, at: number): Expiry | undefined {
  if (preset === 'keep') return undefined
  if (preset === 'never') return 'not-given'
  const after = spans[preset]
  return after === undefined ? { at } : { after }
}

/** The moment a choice means if it were sent at `now`; undefined: no moment. */
export function momentOfChoice(preset: Preset, at: number, now: number): number | undefined {
  if (preset === 'keep' || preset === 'never') return undefined
  const span = spans[preset]
  return Math.floor((span === undefined ? at : now + span) / 1000) * 1000
}

/** Where the date picker begins: the next full hour a day from now. */
export function tomorrow(now: number): number {
  return Math.ceil((now + 24 * hour) / hour) * hour
}
