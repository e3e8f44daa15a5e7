import { useMemo } from 'react'
import type { RowStore } from '#contract/row-store.ts'
import type { User } from '#contract/user.ts'
import { useConsole } from '#web/service/console.tsx'
import { useStore } from '#web/ui/store.ts'

/** The e-mail of whoever is signed in: from signing in, from the bearer, or as they said it; undefined: not known. */
export function useMe(list: RowStore<User>): string | undefined {
  const { you } = useConsole()
  const { email } = useStore(you)
  const named = useMemo(() => {
    for (let i = 0; i < list.count; i += 1) if (list.at(i).yours === true) return list.at(i).email
    return undefined
  }, [list])
  return named ?? email
}
