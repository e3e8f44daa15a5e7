import { settled, sinceVerdict } from '#contract/saving/settling.ts'
import { userWriting } from '#contract/saving/user-saving.ts'
import type { User } from '#contract/user.ts'
import { settleNotes } from '#web/writes/settled-note.ts'
import type { Settle } from '#web/writes/use-settled-notes.ts'
import type { ShownChange } from './user-writes.ts'

/** How a later list of users settles the notes under them. */
export const settleUsers: Settle<User, ShownChange> = (list, notes, _unit, say) => {
  const at = (email: string) => {
    const row = list.find(email)
    return row < 0 ? undefined : list.at(row)
  }
  const settling = {
    noun: 'user',
    nameOf: userWriting.nameOf,
    rowOf: (email, { change: { new_email } }) => at(email) ?? (new_email ? at(new_email) : undefined),
    settled: (email, note) => settled(userWriting, email, note, at),
    since: (email, verdict) => sinceVerdict(userWriting, email, verdict, list),
  } satisfies Parameters<typeof settleNotes<User, ShownChange>>[2]
  settleNotes(list, notes, settling, say)
}
