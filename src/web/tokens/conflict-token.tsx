import type { Token } from '#contract/token.ts'
import type { TokenChange } from '#contract/token.ts'
import { momentAt } from '#contract/wire.ts'
import { useNow } from '#web/app/clock.ts'
import { Conflict, momentWords } from '#web/writes/conflict.tsx'
import { onOff } from '#web/writes/verdict-words.ts'
import { localMoment } from '#web/ui/time.ts'
import { expiryOf, type Sight } from './token-status.ts'
import { noExpiryWord } from './words.ts'

interface Props {
  seen: Token
  now: Token
  change: TokenChange
  sight: Sight
  onSaveMine: () => void
  onOverwrite: () => void
  onCancel: () => void
}

/** Somebody else changed the token meanwhile. */
export function ConflictToken({ seen, now, change, sight, ...answers }: Props) {
  const clock = useNow()
  const { expires, write, active, updated } = comparedToken(seen, now, sight)
  const flag = (field: 'write' | 'active') => (change[field] === undefined ? undefined : onOff(change[field]))
  return (
    <Conflict
      name={now.name}
      updated={momentAt(now.updated_at, sight.unit)}
      fields={[
        { ...expires, wanted: expiryWanted(change.expires, clock, sight) },
        { ...write, wanted: flag('write') },
        { ...active, wanted: flag('active') },
        { ...updated, wanted: undefined, fixed: true },
      ]}
      {...answers}
    />
  )
}

/** The fields of a token, as it was seen and as it is now. */
export function comparedToken(seen: Token, now: Token, sight: Sight) {
  const both = (label: string, of: (token: Token) => string) => ({ label, seen: of(seen), now: of(now) })
  return {
    expires: both('Expires', (token) => {
      const expiry = expiryOf(token, sight.unit)
      return expiry === undefined ? 'unreadable' : expiry === 'none' ? noExpiryWord(sight) : localMoment(expiry)
    }),
    write: both('Write', ({ write }) => onOff(write)),
    active: both('Active', ({ active }) => onOff(active)),
    updated: both('Updated', ({ updated_at }) => momentWords(momentAt(updated_at, sight.unit))),
  }
}

function expiryWanted(expires: TokenChange['expires'], now: number, sight: Sight): string | undefined {
  if (expires === undefined) return undefined
  if (expires === 'not-given') return noExpiryWord(sight)
  if ('integer' in expires) return String(expires.integer)
  return localMoment('at' in expires ? expires.at : now + expires.after)
}
