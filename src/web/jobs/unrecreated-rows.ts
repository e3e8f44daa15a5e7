import type { ResourceName } from '#api/problem.ts'
import type { RowList, TimestampedRow } from '#api/list/row-list.ts'
import { createStore, type Readable } from '#web/ui/store.ts'
import type { AppContext } from './app-context.tsx'
import type { Job, JobItem } from './job.ts'
import { entriesInOrder, selectJobRows, unrecreatedEntry } from './job-selectors.ts'
import { isRecord, type TabList } from './tab-list.ts'

/**
 * The rows that were to be replaced, do not exist, and have no note: those that an earlier page of this tab left, and those of
 * a session that ended midway. By name, with the change that creates each again.
 */
export interface UnrecreatedRows extends Readable<ReadonlyMap<string, object>> {
  /** Only their list shows whether rows of an earlier page exist. */
  isListNeeded: () => boolean
  /** What the list shows now. */
  compare: (list: RowList<TimestampedRow>) => void
  /** Forgets those that are named. */
  dismiss: () => void
}

type RecreationContext = Pick<AppContext, 'jobs' | 'resources' | 'tabLists'>

/** What creates a row again. `created_at`: of the row that was to be replaced. */
interface Recreation {
  change: object
  created_at: unknown
}

const created = new WeakMap<TabList, UnrecreatedRows>()

/** The unrecreated tokens of a person, from the first call on: no job begins before. */
export function unrecreatedTokens(app: RecreationContext): UnrecreatedRows {
  const known = created.get(app.tabLists.tokens) ?? createUnrecreatedRows(app, 'tokens')
  created.set(app.tabLists.tokens, known)
  return known
}

/** What creates rows again stands in the tab's list from before a replacement deletes them until they exist again. */
function createUnrecreatedRows(
  { jobs, resources, tabLists: { tokens: tabList } }: RecreationContext,
  resource: ResourceName,
): UnrecreatedRows {
  const { get, set, subscribe } = createStore<ReadonlyMap<string, object>>(new Map())
  let left = leftRows(tabList)
  /** Earlier jobs are in the list as it is now, or were forgotten. */
  let firstJob = 0
  let shown: RowList<TimestampedRow> | undefined
  const update = () => {
    const own = new Map<string, Recreation>()
    const underWay = new Set<string>()
    for (const { job, item } of entriesInOrder(jobs.get().slice(firstJob), resource)) {
      const { currentName, state, snapshot, outcome } = item
      if (item.facts?.status === 'success' && outcome !== undefined) {
        own.delete(currentName)
        left.delete(currentName)
      }
      if (state === 'queued' || state === 'running') underWay.add(currentName)
      if (snapshot === undefined || !mayBeUnrecreated(item, job.action)) continue
      const { change } = (outcome && resources[resource].rowToRecreate?.(outcome)) ?? {
        change: resources[resource].recreationChange?.(snapshot.row, item.change) ?? {},
      }
      own.set(currentName, { change, created_at: snapshot.row.created_at })
    }
    const all = [...left, ...own]
    tabList.write(all)
    const last = all.length === 0 ? undefined : selectJobRows(jobs.get(), resource).last
    const isNamed = (name: string) =>
      underWay.has(name) || (own.has(name) && unrecreatedEntry(last?.get(name)) !== undefined)
    const named = all.filter(([name]) => !isNamed(name) && shown !== undefined && shown.indexOf(name) < 0)
    if (named.length + get().size > 0) set(new Map(named.map(([name, { change }]) => [name, change])))
  }
  jobs.subscribe(update)
  tabList.subscribe(() => {
    left = leftRows(tabList)
    firstJob = jobs.get().length
    update()
  })
  return {
    get,
    subscribe,
    isListNeeded: () => left.size > 0,
    compare(list) {
      if (!list.isComplete || list.unreadableRows.length > 0) return
      shown = list
      for (const [name, { created_at }] of left) {
        const index = list.indexOf(name)
        // The same row may still be deleted by a request of the page that died.
        if (index >= 0 && list.at(index).created_at !== created_at) left.delete(name)
      }
      update()
    },
    dismiss() {
      const names = [...get().keys()]
      for (const name of names) left.delete(name)
      jobs.updateItems(resource, names, { isDismissed: true })
      update()
    },
  }
}

/** Whether its row may be deleted now, and not created again. */
function mayBeUnrecreated({ state, facts, outcome, isDismissed }: JobItem, action: Job['action']): boolean {
  if (action !== 'replace' || isDismissed === true) return false
  if (state !== 'settled') return state === 'running'
  return outcome === undefined || facts?.isMissing === true || facts?.status === 'unknown'
}

const leftRows = (list: TabList) =>
  new Map(
    [...list.read()].flatMap(([name, { change, created_at }]): [string, Recreation][] =>
      isRecord(change) ? [[name, { change, created_at }]] : [],
    ),
  )
