import type { User } from '#contract/user.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import { Conflict, momentWords } from '#web/writes/conflict.tsx'
import { useConsole } from '#web/app/console.tsx'
import { onOff } from '#web/writes/verdict-words.ts'
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
  const { admin, active, updated } = comparedUser(seen, now, unit)
  const flag = (field: 'admin' | 'active') => (change[field] === undefined ? undefined : onOff(change[field]))
  return (
    <Conflict
      name={now.email}
      updated={momentAt(now.updated_at, unit)}
      fields={[
        { label: 'Email', seen: seen.email, now: now.email, wanted: change.new_email },
        { ...admin, wanted: flag('admin') },
        { ...active, wanted: flag('active') },
        { ...updated, wanted: undefined, fixed: true },
      ]}
      {...answers}
    />
  )
}

/** The fields of a user, as it was seen and as it is now. */
export function comparedUser(seen: User, now: User, unit: Unit) {
  const both = (label: string, of: (user: User) => string) => ({ label, seen: of(seen), now: of(now) })
  return {
    admin: both('Admin', ({ admin }) => onOff(admin)),
    active: both('Active', ({ active }) => onOff(active)),
    updated: both('Updated', ({ updated_at }) => momentWords(momentAt(updated_at, unit))),
  }
}
