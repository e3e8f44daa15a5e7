import type { RowStore } from '#contract/list/row-store.ts'
import type { User, UserField } from '#contract/user.ts'
import type { Unit } from '#contract/wire.ts'
import { keysOf } from '#web/list/resource.ts'
import { useNow } from '#web/ui/clock.ts'
import { useSession } from '#web/ui/session.ts'
import { useStore } from '#web/ui/store.ts'
import { flagLine, momentLine, type DetailLine } from '#web/writes/details/detail-line.ts'
import { DetailsSheet } from '#web/writes/details/details-sheet.tsx'

/** The line of each field: a new field must have one. The sheet itself shows the email. */
const lineOf: Record<Exclude<UserField, 'email'>, (user: User, context: { unit: Unit; now: number }) => DetailLine> = {
  admin: ({ admin }) => flagLine('Admin', ['admin', admin]),
  active: ({ active }) => flagLine('Active', ['active', active]),
  created_at: ({ created_at }, context) => momentLine('Created', ['created_at', created_at], context),
  updated_at: ({ updated_at }, context) => momentLine('Updated', ['updated_at', updated_at], context),
}

interface Props {
  list: RowStore<User>
  email: string
  onEdit: (user: User) => void
  onClose: () => void
}

/** The details of a user, as the list has it now. */
export function UserDetails({ list, email, onEdit, onClose }: Props) {
  const { unit } = useStore(useSession().unit)
  const now = useNow()
  const at = list.find(email)
  const user = at < 0 ? undefined : list.at(at)
  return (
    <DetailsSheet
      resource="users"
      name={email}
      lines={user && keysOf(lineOf).map((field) => lineOf[field](user, { unit, now }))}
      buttons={
        user && (
          <button type="button" className="btn primary" onClick={() => onEdit(user)}>
            Edit
          </button>
        )
      }
      onClose={onClose}
    />
  )
}
