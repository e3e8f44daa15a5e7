import { momentAt, type Unit } from '#contract/wire.ts'
import { spanOfChoice, type NewExpiry, type TypedNewToken } from '#contract/token-form.ts'
import type { Token } from '#contract/token.ts'
import { pickedAt } from '#web/tokens/expiry-field.tsx'
import { expiryOf } from '#web/tokens/token-status.ts'

/** What a new token starts with, unless it is a duplicate. */
export const firstToken = { name: '', expiration_date: '30d', write: false, active: true } satisfies TypedNewToken

/** The form of a new token like this one. `now`: milliseconds since 1970. */
export function duplicateOf(
  token: Token,
  taken: (name: string) => boolean,
  { unit, now }: { unit: Unit; now: number },
): TypedNewToken {
  const { name, write, active } = token
  const names = Array.from({ length: 100 }, (_, at) => `${name}-copy${at === 0 ? '' : `-${at + 1}`}`)
  return {
    name: names.find((free) => !taken(free)) ?? '',
    expiration_date: sameLength(token, unit, now),
    write,
    active,
  }
}

const presets = ['1h', '1d', '7d', '30d', '90d', '1y'] as const

/** Saving takes time, so a date that was a preset differs from it by less than this, in milliseconds. */
const aMinute = 60_000

/** As long from now as from its creation to its expiry; the usual length where that cannot be told. */
function sameLength(token: Token, unit: Unit, now: number): NewExpiry {
  const expiry = expiryOf(token, unit)
  const created = momentAt(token.created_at, unit)
  if (expiry === 'none') return 'never'
  if (expiry === undefined || created === undefined || expiry <= created) return firstToken.expiration_date
  const length = expiry - created
  return presets.find((preset) => Math.abs((spanOfChoice(preset) ?? 0) - length) < aMinute) ?? pickedAt(now + length)
}
