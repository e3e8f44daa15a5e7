import type { RowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import { isoOf } from '#web/list/csv.ts'
import { SelectionBar } from '#web/list/selection-bar.tsx'
import type { Selecting } from '#web/list/use-selection.ts'
import { onOff } from '#web/writes/verdict-words.ts'
import { statusOf } from './user-view.ts'
import { filterWords } from './words.ts'

interface Props {
  list: RowStore<User>
  selecting: Selecting
  shown: number
  unit: Unit
}

/** What can be done with the users selected. */
export function UserSelection({ unit, ...props }: Props) {
  return <SelectionBar noun="user" {...props} head={head} cells={(user) => cells(user, unit)} />
}

const head = ['Email', 'Status', 'Admin', 'Active', 'Created (UTC)', 'Updated (UTC)']

const cells = (user: User, unit: Unit): string[] => [
  user.email,
  filterWords[statusOf(user)],
  onOff(user.admin),
  onOff(user.active),
  isoOf(momentAt(user.created_at, unit)) ?? 'unknown',
  isoOf(momentAt(user.updated_at, unit)) ?? 'unknown',
]
