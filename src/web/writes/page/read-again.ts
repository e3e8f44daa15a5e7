import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import { isOpen } from '#contract/saving/verdict.ts'
import type { Service } from '#contract/service.ts'
import { noteBackgroundRead } from '#web/list/lists.ts'
import { useSession } from '#web/ui/session.ts'
import { currentOf } from '#web/writes/outcomes/outcomes.ts'

/** How long changes are collected before a list is read again, in milliseconds. */
const gather = 500

/** Reads a list again after another tab has changed it, once this tab is visible. */
export function useChangesElsewhere(): void {
  const { changes, service, ended } = useSession()
  const client = useQueryClient()
  useEffect(() => {
    const stale = new Set<ResourceName>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      if (timer !== undefined || stale.size === 0 || document.visibilityState === 'hidden') return
      timer = setTimeout(() => void readAll(), gather)
    }
    const readAll = async () => {
      const names = [...stale]
      stale.clear()
      for (const name of names) if (!(await readAgain(client, service, name, ended))) stale.add(name)
      timer = undefined
      look()
    }
    const stopListening = changes.listen((name) => {
      stale.add(name)
      look()
    })
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      timer = undefined
      stale.clear()
      stopListening()
      document.removeEventListener('visibilitychange', look)
    }
  }, [changes, client, service, ended])
}

/** Returns false if the list was changed or read meanwhile: what was read here may be older. */
async function readAgain(
  client: QueryClient,
  service: Service,
  name: ResourceName,
  signal: AbortSignal,
): Promise<boolean> {
  const query = client.getQueryCache().find({ queryKey: [name] })
  const before: unknown = query?.state.data
  if (query === undefined || before === undefined) return true
  if (!query.isActive()) {
    // Its page reads the list when it opens.
    void client.invalidateQueries({ queryKey: [name], refetchType: 'none' })
    return true
  }
  const isAlone = () => query.state.fetchStatus === 'idle' && query.state.data === before
  if (!isAlone()) return false
  try {
    const list = await service[name].list({ signal })
    if (!isAlone()) return false
    noteBackgroundRead(client, name, list)
    client.setQueryData([name], list)
  } catch {
    // A background read fails silently: the page still says when the list was read.
  }
  return true
}

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
