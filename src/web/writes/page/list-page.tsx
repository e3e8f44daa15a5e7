import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { History, Plus } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import type { Problem } from '#contract/problem.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { BannerLine } from '#web/list/banner-line.tsx'
import { useSession } from '#web/ui/session.ts'
import { isBlocked, loadingWords, offlineWords, staleWords, useOnline } from '#web/list/online.ts'
import { useSingleKeys } from '#web/ui/keys/single-keys.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { counted } from '#web/ui/time.ts'
import { useAskedForm } from '#web/writes/form/asked-form.ts'
import { heldBy, ListFailure, refresh } from '#web/list/lists.ts'
import { PageMenu, type PageSheet } from './page-menu.tsx'
import { ReadLine } from './read-line.tsx'
import type { ResourceWords } from '#web/list/resource.ts'

const ListProblem = lazyComponent(async () => (await import('./list-problem.tsx')).ListProblem)
const EmptyNow = lazyComponent(async () => (await import('./list-problem.tsx')).EmptyNow)
const UnreadableRows = lazyComponent(async () => (await import('./list-problem.tsx')).UnreadableRows)
const ActivitySheet = lazyComponent(async () => (await import('#web/writes/outcomes/activity-sheet.tsx')).ActivitySheet)

/** Whether the form of a new row is open, and how to open and close it. */
export interface Creating {
  creating: boolean
  onCreating: (creating: boolean) => void
}

/** What a page gives to its list. */
export interface ListProps<Row extends Dated> extends Creating {
  list: RowStore<Row>
  /** Why nothing can be changed now. */
  readOnly: string | undefined
  onRead: () => void
}

interface Props<Row extends Dated> {
  resource: ResourceWords
  query: UseQueryResult<RowStore<Row>>
  /** The entries of the page's menu. */
  more?: Readonly<Record<string, PageSheet<Row>>>
  /** Replaces a list that is empty for all that is known. */
  empty: (onCreate: () => void) => ReactNode
  /** Replaces the list on a service that has none; undefined: the problem is shown. */
  instead?: (problem: Problem, creating: Creating) => { head: string; page: ReactNode } | undefined
  children: (page: ListProps<Row>) => ReactNode
}

/** The page of a resource: its heading and its list, or why there is no list or no fresh one. */
export function ListPage<Row extends Dated>({ resource, query, more, empty, instead, children }: Props<Row>) {
  const session = useSession()
  const online = useOnline()
  const hasKeys = useSingleKeys()
  const { data, error, isFetching } = query
  const [creating, onCreating] = useState(false)
  useAskedForm(resource.name, true, ({ row }) => {
    if (row === undefined) onCreating(true)
    return row === undefined
  })
  // Asked again, a query that never had a list forgets its failure; the page stays until there is an answer.
  const [last, setLast] = useState<ListFailure>()
  if (error instanceof ListFailure && error !== last) setLast(error)
  const failure = error instanceof ListFailure ? error : data === undefined && isFetching ? last : undefined
  // An incomplete list must not look like a short one.
  const list = failure !== undefined && data?.isWhole === false ? undefined : data
  const other =
    list === undefined && failure !== undefined ? instead?.(failure.problem, { creating, onCreating }) : undefined
  const stale = failure !== undefined && other === undefined ? staleWords(failure.problem) : undefined
  const loading = list?.isWhole === false ? loadingWords : undefined
  const readOnly = online ? (stale ?? loading) : offlineWords
  const create = () => {
    if (!isBlocked(session, readOnly)) onCreating(true)
  }
  const client = useQueryClient()
  const onRead = () => refresh(client, session, resource.name)
  const { announcer } = session
  const { name, title } = resource
  const isRead = list?.isWhole === true && failure === undefined
  const isReadable = isRead && list.unreadable.length === 0
  const head = other?.head
  const previous = list && heldBy(list)
  useEffect(() => {
    if (head !== undefined) announcer.problem(name, head, head)
  }, [announcer, name, head])
  useEffect(() => {
    if (isReadable) announcer.resolved(`rows of ${name}`, 'All rows can be read again.')
    if (isRead) announcer.resolved(name, `${title} refreshed.`)
  }, [announcer, name, title, isRead, isReadable])
  /** Nothing is there yet: the way to create stands in the middle of the page. */
  const blank = isReadable && list.count === 0 && previous === undefined && empty(create)
  return (
    <>
      <div className="page-head">
        <h1 tabIndex={-1}>{resource.title}</h1>
        <BannerLine />
        {other === undefined ? (
          <ReadLine
            count={list && counted(list.count, resource.noun)}
            readAt={list?.isWhole === true ? list.readAt : undefined}
            reading={isFetching}
            onRead={onRead}
          />
        ) : (
          <p className="meta head-line">
            {other.head}{' '}
            <button type="button" className="link" onClick={onRead}>
              Try again
            </button>
          </p>
        )}
        <div className="head-acts">
          <ActivityButton />
          {more !== undefined && (other !== undefined || list?.isWhole === true) && (
            <PageMenu page={name} label={`More for ${name}`} sheets={more} list={list} readOnly={readOnly} />
          )}
          {(other !== undefined || (list?.isWhole === true && !blank)) && (
            <button
              type="button"
              className="btn primary"
              aria-disabled={readOnly !== undefined || undefined}
              title={readOnly}
              aria-keyshortcuts={hasKeys ? 'n' : undefined}
              onClick={create}
            >
              <Plus className="icon" aria-hidden="true" />
              <span>
                New <span className="word">{resource.noun}</span>
              </span>
              {hasKeys && <kbd aria-hidden="true">N</kbd>}
            </button>
          )}
        </div>
      </div>
      {failure !== undefined && other === undefined && (
        <ListProblem resource={resource} failure={failure} hasRows={list !== undefined} onRetry={onRead} />
      )}
      {list === undefined && failure === undefined && <Skeleton rows={8} />}
      {list !== undefined && list.unreadable.length > 0 && (
        <UnreadableRows resource={resource} rows={list.unreadable} />
      )}
      {blank}
      {isReadable && list.count === 0 && previous !== undefined && !creating && (
        <EmptyNow noun={resource.noun} previous={previous} readAt={list.readAt} />
      )}
      {list !== undefined && children({ list, creating, onCreating, onRead, readOnly })}
      {other?.page}
    </>
  )
}

/** Opens the log of what was done in this tab. */
function ActivityButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        <History className="icon" aria-hidden="true" />
        <span className="word">Activity</span>
      </button>
      {open && <ActivitySheet onClose={() => setOpen(false)} />}
    </>
  )
}
