import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import { useConsole } from '#web/app/console.tsx'
import { isOpen } from '#web/writes/notes.ts'

/** When the browser is back online, lists are read again that failed, or that may settle what is open. */
export function useReadOnReturn(): void {
  const client = useQueryClient()
  const { notes, pending } = useConsole()
  useEffect(() => {
    const read = () => {
      const isWaiting: Readonly<Record<ResourceName, boolean>> & Record<string, boolean | undefined> = {
        tokens: pending.get().length > 0 || [...notes.tokens.get().values()].some(({ verdict }) => isOpen(verdict)),
        users: [...notes.users.get().values()].some(({ verdict }) => isOpen(verdict)),
      }
      void client.refetchQueries({
        predicate: ({ queryKey: [part], state }) => state.error !== null || isWaiting[String(part)] === true,
      })
    }
    window.addEventListener('online', read)
    return () => window.removeEventListener('online', read)
  }, [client, notes, pending])
}
