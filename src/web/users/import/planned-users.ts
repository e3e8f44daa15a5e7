import type { RowStore } from '#contract/list/row-store.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { User } from '#contract/user.ts'
import type { Session } from '#web/ui/session.ts'
import { generatePassword } from '#web/users/passwords/password.ts'
import { flagsSent, nextRequest } from '#web/users/unlisted-acts.ts'
import { userActs } from '#web/users/user-acts.ts'
import { createUser, type ShownChange, type TakePassword } from '#web/users/user-hooks.ts'
import type { ImportItem } from '#web/writes/import/import-sheet.tsx'
import type { PlannedItem } from '#web/writes/runs/run-plan.ts'
import type { ImportedUser } from './user-import.ts'

/** How a line is sent. Its password is only in the closure, and forgotten when it cannot be needed again. */
export function plannedUser(
  item: ImportItem<User, ImportedUser, ShownChange>,
  session: Session,
  list: RowStore<User> | undefined,
): PlannedItem {
  const isGenerated = item.is === 'create' && item.password === undefined
  let text = isGenerated ? generatePassword((bytes) => crypto.getRandomValues(bytes)) : item.password
  const take: TakePassword = () => (text === undefined ? undefined : { text, isUncopied: isGenerated })
  const forgetting = async (verdict: Promise<Verdict<User> | undefined>) => {
    const settled = await verdict
    if (settled?.is !== 'refused' && settled?.is !== 'not-applied') text = undefined
    return settled
  }
  const { name } = item
  if (item.is === 'create') {
    const { draft } = item // not the item, which has the password
    const { email: _same, ...change } = draft
    return {
      write: {
        act: 'create',
        name,
        change,
        ...(list === undefined && { unlisted: { id: nextRequest(), request: 'Create', sent: flagsSent(draft) } }),
        send: ({ users, unlistedUsers }) =>
          forgetting(createUser(list === undefined ? unlistedUsers : users, draft, take, session.passwords)),
      },
      ...(isGenerated && { isGenerated }),
    }
  }
  const { row, change } = item
  const seen = { row, beganAt: list?.beganAt ?? 0 }
  const password = text === undefined ? undefined : take
  return {
    confirmed: row,
    write: {
      act: 'save',
      name,
      change,
      send: (saving) =>
        forgetting(userActs.save.run(saving, seen, { change, password, isAgreed: true }, { session, list })),
    },
  }
}
