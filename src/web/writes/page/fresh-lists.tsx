import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Service } from '#contract/service.ts'
import { noteBackgroundRead } from '#web/resource/lists.ts'
import { useSession, type Session } from '#web/ui/session.ts'
import type { Run } from '#web/writes/runs/run-state.ts'

/**
 * When a list is read by itself, in milliseconds: how long changes of other tabs are collected, the least time between
 * two reads, and how often the page looks whether a read is due.
 */
const [gather, period, tick] = [500, 60_000, 5_000]

/** A read by itself waits so many times as long as the last one took: the service has others to serve. */
const rest = 50

/** Longer lists are read by themselves only after a change in another tab. */
const mostRows = 10_000

const resources = ['tokens', 'users'] as const satisfies readonly ResourceName[]

/**
 * While the page is visible, reads its list again every minute, and after another tab has changed it. Nothing of it
 * counts as input, moves a row or is announced.
 */
export function FreshLists() {
  const session = useSession()
  const client = useQueryClient()
  useEffect(() => {
    const { changes, service, ended } = session
    const changed = new Set<ResourceName>()
    const triedAt: Partial<Record<ResourceName, number>> = {}
    let isReading = false
    const isDue = (name: ResourceName) => {
      const query = client.getQueryCache().find<RowStore<Dated>>({ queryKey: [name] })
      const list = query?.state.data
      if (list === undefined) return false
      const { beganAt, readAt, count } = list
      const since = Date.now() - Math.max(readAt, triedAt[name] ?? 0)
      if (since < rest * (readAt - beganAt)) return false
      return changed.has(name) || (since >= period && count <= mostRows && query?.isActive() && !query.state.error)
    }
    const look = async () => {
      if (isReading || isOccupied(session)) return
      isReading = true
      for (const name of resources.filter(isDue)) {
        const wasChanged = changed.delete(name)
        triedAt[name] = Date.now()
        if (!(await readAgain(client, service, name, ended)) && wasChanged) changed.add(name)
      }
      isReading = false
    }
    let gathering: ReturnType<typeof setTimeout> | undefined
    const stopListening = changes.listen((name) => {
      changed.add(name)
      clearTimeout(gathering)
      gathering = setTimeout(() => void look(), gather)
    })
    const onVisible = () => void look()
    const ticking = setInterval(onVisible, tick)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearTimeout(gathering)
      clearInterval(ticking)
      stopListening()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [session, client])
  return null
}

/** Whether the page is hidden, offline or signed out, or the admin is in the middle of something. */
function isOccupied({ dialogs, runs, over }: Session): boolean {
  if (document.visibilityState === 'hidden' || !navigator.onLine || over.aborted) return true
  if (dialogs.get().length > 0 || isUnderWay(runs.get())) return true
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
}

/** Whether a run still has something to send. */
const isUnderWay = (run: Run | undefined) => run !== undefined && run.get().phase !== 'ended'

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
