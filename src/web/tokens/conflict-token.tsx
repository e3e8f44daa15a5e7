import type { Token, TokenField } from '#contract/token.ts'
import type { TokenChange } from '#contract/token.ts'
import { momentAt } from '#contract/wire.ts'
import { useNow } from '#web/app/clock.ts'
import { Conflict, momentWords, type Compared } from '#web/writes/conflict.tsx'
import { onOff } from '#web/ui/row-switch.tsx'
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
  const flag = (field: 'write' | 'active') => (change[field] === undefined ? undefined : onOff(change[field]))
  const wanted: Record<ComparedField, string | undefined> = {
    expiration_date: expiryWanted(change.expires, clock, sight),
    write: flag('write'),
    active: flag('active'),
    updated_at: undefined,
  }
  const compared = Object.entries(comparedToken(seen, now, sight)) as [ComparedField, Both][]
  return (
    <Conflict
      name={now.name}
      updated={momentAt(now.updated_at, sight.unit)}
      fields={compared.map(([field, both]) => ({ ...both, wanted: wanted[field], fixed: field === 'updated_at' }))}
      {...answers}
    />
  )
}

type ComparedField = Exclude<TokenField, 'name' | 'created_at'>
type Both = Pick<Compared, 'label' | 'seen' | 'now'>

/** The fields of a token, as it was seen and as it is now. */
export function comparedToken(seen: Token, now: Token, sight: Sight): Record<ComparedField, Both> {
  const both = (label: string, of: (token: Token) => string) => ({ label, seen: of(seen), now: of(now) })
  return {
    expiration_date: both('Expires', (token) => {
      const expiry = expiryOf(token, sight.unit)
      return expiry === undefined ? 'unreadable' : expiry === 'none' ? noExpiryWord(sight) : localMoment(expiry)
    }),
    write: both('Write', ({ write }) => onOff(write)),
    active: both('Active', ({ active }) => onOff(active)),
    updated_at: both('Updated', ({ updated_at }) => momentWords(momentAt(updated_at, sight.unit))),
  }
}

function expiryWanted(expires: TokenChange['expires'], now: number, sight: Sight): string | undefined {
  if (expires === undefined) return undefined
  if (expires === 'not-given') return noExpiryWord(sight)
  if ('integer' in expires) return String(expires.integer)
  return localMoment('at' in expires ? expires.at : now + expires.after)
}
