import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Service } from '#contract/service.ts'
import { useConsole } from '#web/app/console.tsx'
import { isOpen } from '#web/writes/notes.ts'

/** How long changes gather, and a list that was read rests, in milliseconds. */
const gather = 500

/** The reading of each part, by its end, that nobody asked for. */
const byItself = new WeakMap<QueryClient, Partial<Record<ResourceName, number>>>()

/** Whether nobody asked for this reading of a list. */
export function useIsByItself(part: ResourceName, { readAt }: Pick<RowStore<Dated>, 'readAt'>): boolean {
  return byItself.get(useQueryClient())?.[part] === readAt
}

/** Reads a list again that another tab has changed, as soon as this one is looked at. */
export function useChangesElsewhere(): void {
  const { changes, service, ended } = useConsole()
  const client = useQueryClient()
  useEffect(() => {
    const stale = new Set<ResourceName>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      if (timer !== undefined || stale.size === 0 || document.visibilityState === 'hidden') return
      timer = setTimeout(() => void readAll(), gather)
    }
    const readAll = async () => {
      const parts = [...stale]
      stale.clear()
      for (const part of parts) if (!(await readAgain(client, service, part, ended))) stale.add(part)
      timer = undefined
      look()
    }
    const stopListening = changes.listen((part) => {
      stale.add(part)
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

/** False where the list was changed or read meanwhile: what was read here may be older than that. */
async function readAgain(
  client: QueryClient,
  service: Service,
  part: ResourceName,
  signal: AbortSignal,
): Promise<boolean> {
  const query = client.getQueryCache().find({ queryKey: [part] })
  const before: unknown = query?.state.data
  if (query === undefined || before === undefined) return true
  if (!query.isActive()) {
    // Its page reads it when it is shown.
    void client.invalidateQueries({ queryKey: [part], refetchType: 'none' })
    return true
  }
  const isAlone = () => query.state.fetchStatus === 'idle' && query.state.data === before
  if (!isAlone()) return false
  try {
    const list = await service[part].list({ signal })
    if (!isAlone()) return false
    byItself.set(client, { ...byItself.get(client), [part]: list.readAt })
    client.setQueryData([part], list)
  } catch {
    // Nobody asked: the list stands as it was read, and says when that was.
  }
  return true
}

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
