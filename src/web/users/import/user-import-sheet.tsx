import { useMemo } from 'react'
import type { User } from '#contract/user.ts'
import { useSession } from '#web/ui/session.ts'
import { useStore } from '#web/ui/store.ts'
import { dangerOf, myEmailsIn } from '#web/users/lockout.ts'
import { ImportSheet } from '#web/writes/import/import-sheet.tsx'
import type { PageSheetProps } from '#web/writes/page/page-menu.tsx'
import { plannedUser } from './planned-users.ts'
import { userImport } from './user-import.ts'

/** Imports users. */
export function UserImportSheet({ list, onClose }: PageSheetProps<User>) {
  const session = useSession()
  const emails = useStore(session.you)
  const resource = useMemo(() => {
    const mine = list === undefined ? emails : myEmailsIn(list, emails)
    return userImport((user, change) => list && dangerOf(list, user, { is: 'save', change }, mine))
  }, [list, emails])
  return (
    <ImportSheet
      resource={resource}
      list={list}
      planned={(item) => plannedUser(item, session, list)}
      onClose={onClose}
    />
  )
}
