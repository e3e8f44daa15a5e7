import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { Ellipsis, History, Plus } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Problem } from '#contract/problem.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { heldBy, ListFailure, refresh } from '#web/resource/lists.ts'
import { isBlocked, loadingWords, offlineWords, staleWords, useOnline } from '#web/session/online.ts'
import type { ResourceWords } from '#web/resource/resource.ts'
import { BannerLine } from '#web/resource/banner-line.tsx'
import { useSingleKeys } from '#web/ui/keys/single-keys.ts'
import { keepFocus } from '#web/ui/focus/focus.ts'
import { tip } from '#web/ui/icons.tsx'
import type { Act } from '#web/ui/menu/menu.tsx'
import { MenuButton } from '#web/ui/menu/menu-button.tsx'
import { useSession } from '#web/session/session.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyNow, ListProblem, UnreadableRows } from './list-problem.tsx'
import { ReadLine } from './read-line.tsx'

/** What a page gives to its list. */
export interface ListProps<Row extends Dated> {
  list: RowStore<Row>
  /** Why nothing can be changed now. */
  readOnly: string | undefined
  onRead: () => void
}

interface Props<Row extends Dated> {
  resource: ResourceWords
  query: UseQueryResult<RowStore<Row>>
  /** The entries of the page’s menu. Those that lead to a change say so. */
  more: readonly (Act & { changes?: true })[]
  /** Replaces a list that is empty for all that is known. */
  empty: (onCreate: () => void) => ReactNode
  /** The list that stands for one that the service has not, and what is said of it; undefined: the problem is shown. */
  instead?: (problem: Problem) => { head: string; list: RowStore<Row> } | undefined
  children: (page: ListProps<Row>) => ReactNode
}

/** The page of a resource: its heading and its list, or why there is no list or no fresh one. */
export function ResourcePage<Row extends Dated>({ resource, query, more, empty, instead, children }: Props<Row>) {
  const session = useSession()
  const { opened } = useDesk()
  const online = useOnline()
  const hasKeys = useSingleKeys()
  const { data, error, isFetching } = query
  // Asked again, a query that never had a list forgets its failure; the page stays until there is an answer.
  const [last, setLast] = useState<ListFailure>()
  if (error instanceof ListFailure && error !== last) setLast(error)
  const failure = error instanceof ListFailure ? error : data === undefined && isFetching ? last : undefined
  // An incomplete list must not look like a short one.
  const read = failure !== undefined && data?.isWhole === false ? undefined : data
  const other = read === undefined && failure !== undefined ? instead?.(failure.problem) : undefined
  const list = read ?? other?.list
  const stale = failure !== undefined && other === undefined ? staleWords(failure.problem) : undefined
  const loading = list?.isWhole === false ? loadingWords : undefined
  const readOnly = online ? (stale ?? loading) : offlineWords
  const { name, title, noun } = resource
  const create = () => {
    if (!isBlocked(session, readOnly)) opened.set({ is: 'new', resource: name })
  }
  const client = useQueryClient()
  const onRead = () => refresh(client, session, resource.name)
  const { announcer } = session
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
  const isUsable = other !== undefined || list?.isWhole === true
  return (
    <>
      <div className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
        {other === undefined ? (
          <ReadLine
            rows={list?.count}
            noun={noun}
            readAt={list?.isWhole === true ? list.readAt : undefined}
            reading={isFetching}
            onRead={onRead}
          />
        ) : (
          <p className="meta head-line">
            <span>{other.head}</span>{' '}
            <button ref={keepFocus} type="button" className="link" onClick={onRead}>
              Try again
            </button>
          </p>
        )}
        <div className="head-acts">
          <button type="button" className="btn activity-button" onClick={() => opened.set({ is: 'activity' })}>
            <History className="icon" aria-hidden="true" />
            <span className="word">Activity</span>
          </button>
          <MenuButton
            className="btn page-more"
            aria-label={`More for ${name}`}
            menu={`More for ${name}`}
            acts={[
              ...(isUsable ? more : []).map(({ changes, run, ...act }) => ({
                ...act,
                run: () => {
                  if (changes !== true || !isBlocked(session, readOnly)) run()
                },
              })),
              // On a phone there is no room for its button.
              { id: 'activity', label: 'Activity', icon: History, run: () => opened.set({ is: 'activity' }) },
            ]}
          >
            {tip(`More for ${name}`, <Ellipsis className="icon" aria-hidden="true" />)}
          </MenuButton>
          {isUsable && !blank && (
            <button
              ref={keepFocus}
              type="button"
              className="btn primary"
              aria-disabled={readOnly !== undefined || undefined}
              title={readOnly}
              aria-keyshortcuts={hasKeys ? 'n' : undefined}
              onClick={create}
            >
              <Plus className="icon" aria-hidden="true" />
              <span>
                New <span className="word">{noun}</span>
              </span>
              {hasKeys && <kbd aria-hidden="true">N</kbd>}
            </button>
          )}
        </div>
        <BannerLine />
      </div>
      {failure !== undefined && other === undefined && (
        <ListProblem resource={resource} failure={failure} hasRows={list !== undefined} onRetry={onRead} />
      )}
      {list === undefined && failure === undefined && <Skeleton rows={8} />}
      {list !== undefined && list.unreadable.length > 0 && (
        <UnreadableRows resource={resource} rows={list.unreadable} />
      )}
      {blank}
      {isReadable && list.count === 0 && previous !== undefined && (
        <EmptyNow noun={noun} previous={previous} readAt={list.readAt} />
      )}
      {list !== undefined && children({ list, onRead, readOnly })}
    </>
  )
}
