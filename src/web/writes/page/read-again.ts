import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import { isOpen } from '#contract/saving/verdict.ts'
import { useSession } from '#web/ui/session.ts'
import { currentOf } from '#web/writes/outcomes/outcomes.ts'

/** When the browser is back online, reads lists again that failed, or that may settle the outcome of a write. */
export function useReadOnReturn(): void {
  const client = useQueryClient()
  const { outcomes, pending } = useSession()
  useEffect(() => {
    const isUnclear = (name: ResourceName) =>
      [...currentOf(outcomes.get(), { name }).values()].some(({ verdict }) => isOpen(verdict))
    const read = () => {
      const isWaiting: Readonly<Record<ResourceName, boolean>> & Record<string, boolean | undefined> = {
        tokens: pending.get().length > 0 || isUnclear('tokens'),
        users: isUnclear('users'),
      }
      void client.refetchQueries({
        predicate: ({ queryKey: [name], state }) => state.error !== null || isWaiting[String(name)] === true,
      })
    }
    window.addEventListener('online', read)
    return () => window.removeEventListener('online', read)
  }, [client, outcomes, pending])
}
