import { useMemo } from 'react'
import type { User } from '#contract/user.ts'
import { useSession } from '#web/ui/session.ts'
import { useStore } from '#web/ui/store.ts'
import { ImportSheet } from '#web/writes/import/import-sheet.tsx'
import type { PageSheetProps } from '#web/writes/page/page-menu.tsx'
import { userImport } from './user-import.ts'

/** Imports users. */
export function UserImportSheet({ list, onClose }: PageSheetProps<User>) {
  const session = useSession()
  const emails = useStore(session.you)
  const resource = useMemo(() => userImport(session, list, emails), [session, list, emails])
  return <ImportSheet resource={resource} onClose={onClose} />
}
