import { useMemo } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import { useConsole } from '#web/app/console.tsx'
import { useStore } from '#web/ui/store.ts'

/**
 * What the account of whoever is signed in may be called: from the list, or else as far as the console knows. None where
 * no user of the list is called that: the account was renamed in another window, or before this page was loaded.
 */
export function useMe(list: RowStore<User>): readonly string[] {
  const { you } = useConsole()
  const { emails } = useStore(you)
  const named = useMemo(() => {
    for (let i = 0; i < list.count; i += 1) if (list.at(i).yours === true) return list.at(i).email
    return undefined
  }, [list])
  if (named !== undefined) return [named]
  return emails.some((email) => list.find(email) >= 0) ? emails : []
}
