import type { User } from '#contract/user.ts'
import { momentAt } from '#contract/wire.ts'
import { Conflict, momentWords } from '#web/service/conflict.tsx'
import { useConsole } from '#web/service/console.tsx'
import { onOff } from '#web/service/verdict-words.ts'
import { useStore } from '#web/ui/store.ts'
import type { ShownChange } from './user-acts.ts'

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
  const flag = (field: 'admin' | 'active') => ({
    seen: onOff(seen[field]),
    now: onOff(now[field]),
    wanted: change[field] === undefined ? undefined : onOff(change[field]),
  })
  const updated = (user: User) => momentWords(momentAt(user.updated_at, unit))
  return (
    <Conflict
      name={now.email}
      updated={momentAt(now.updated_at, unit)}
      fields={[
        { label: 'E-mail', seen: seen.email, now: now.email, wanted: change.new_email },
        { label: 'Admin', ...flag('admin') },
        { label: 'Active', ...flag('active') },
        { label: 'Updated', seen: updated(seen), now: updated(now), wanted: undefined, fixed: true },
      ]}
      {...answers}
    />
  )
}
