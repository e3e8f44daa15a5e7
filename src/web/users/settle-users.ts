import { userSettled, userSince } from '#contract/settling.ts'
import type { User } from '#contract/user.ts'
import { settleNotes } from '#web/service/settled-note.ts'
import type { Settle } from '#web/service/use-settled-notes.ts'
import type { ShownChange } from './user-acts.ts'

/** How a later list of users settles the notes under them. */
export const settleUsers: Settle<User, ShownChange> = (list, notes) =>
  settleNotes(list, notes, {
    settled: (email, note) =>
      userSettled(email, note, (of) => {
        const row = list.find(of)
        return row < 0 ? undefined : list.at(row)
      }),
    since: (email, verdict) => userSince(email, verdict, list),
  })
