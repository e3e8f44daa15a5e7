import type { Token } from '#contract/token.ts'
import type { TokenChange } from '#contract/token-writing.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import { useNow } from '#web/service/clock.ts'
import { Conflict, momentWords } from '#web/service/conflict.tsx'
import { onOff } from '#web/service/verdict-words.ts'
import { localMoment } from '#web/ui/time.ts'
import { expiryOf } from './token-status.ts'
import { words } from './words.ts'

interface Props {
  seen: Token
  now: Token
  change: TokenChange
  unit: Unit
  onSaveMine: () => void
  onOverwrite: () => void
  onCancel: () => void
}

/** Somebody else changed the token meanwhile. */
export function ConflictToken({ seen, now, change, unit, ...answers }: Props) {
  const clock = useNow()
  const expires = (token: Token) => {
    const expiry = expiryOf(token, unit)
    return expiry === undefined ? 'unreadable' : expiry === 'none' ? words.notGiven : localMoment(expiry)
  }
  const flag = (field: 'write' | 'active') => ({
    seen: onOff(seen[field]),
    now: onOff(now[field]),
    wanted: change[field] === undefined ? undefined : onOff(change[field]),
  })
  const updated = (token: Token) => momentWords(momentAt(token.updated_at, unit))
  return (
    <Conflict
      name={now.name}
      updated={momentAt(now.updated_at, unit)}
      fields={[
        { label: 'Expires', seen: expires(seen), now: expires(now), wanted: expiryWanted(change.expires, clock) },
        { label: 'Write', ...flag('write') },
        { label: 'Active', ...flag('active') },
        { label: 'Updated', seen: updated(seen), now: updated(now), wanted: undefined, fixed: true },
      ]}
      {...answers}
    />
  )
}

function expiryWanted(expires: TokenChange['expires'], now: number): string | undefined {
  if (expires === undefined) return undefined
  if (expires === 'not-given') return words.notGiven
  if ('integer' in expires) return String(expires.integer)
  return localMoment('at' in expires ? expires.at : now + expires.after)
}
