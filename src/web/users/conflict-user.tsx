import type { User, UserField } from '#contract/user.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import { Conflict, momentWords, type Compared } from '#web/writes/conflict.tsx'
import { useConsole } from '#web/app/console.tsx'
import { onOff } from '#web/ui/row-switch.tsx'
import { useStore } from '#web/ui/store.ts'
import type { ShownChange } from './user-writes.ts'

interface Props {
  seen: User
  now: User
  change: ShownChange
  onSaveMine: () => void
  onOverwrite: () => void
  onCancel: () => void
}

/** Somebody else changed the user meanwhile. */
export function ConflictUser({ seen, now, change, ...answers }: Props) {
  const { unit } = useStore(useConsole().unit)
  const flag = (field: 'admin' | 'active') => (change[field] === undefined ? undefined : onOff(change[field]))
  const wanted: Record<ComparedField, string | undefined> = {
    admin: flag('admin'),
    active: flag('active'),
    updated_at: undefined,
  }
  const compared = Object.entries(comparedUser(seen, now, unit)) as [ComparedField, Both][]
  return (
    <Conflict
      name={now.email}
      updated={momentAt(now.updated_at, unit)}
      fields={[
        { label: 'Email', seen: seen.email, now: now.email, wanted: change.new_email },
        ...compared.map(([field, both]) => ({ ...both, wanted: wanted[field], fixed: field === 'updated_at' })),
      ]}
      {...answers}
    />
  )
}

type ComparedField = Exclude<UserField, 'email' | 'created_at'>
type Both = Pick<Compared, 'label' | 'seen' | 'now'>

/** The fields of a user, as it was seen and as it is now. */
export function comparedUser(seen: User, now: User, unit: Unit): Record<ComparedField, Both> {
  const both = (label: string, of: (user: User) => string) => ({ label, seen: of(seen), now: of(now) })
  return {
    admin: both('Admin', ({ admin }) => onOff(admin)),
    active: both('Active', ({ active }) => onOff(active)),
    updated_at: both('Updated', ({ updated_at }) => momentWords(momentAt(updated_at, unit))),
  }
}
