import { RefreshCw, History, Ellipsis, Plus } from 'lucide-react'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState, useEffect } from 'react'
import type { Noun, ResourceLabels } from '#web/resource/resource.ts'
import { useNow } from '#web/ui/use-now.ts'
import { formatCount, formatLocalAndUtc, formatAgo } from '#web/ui/format.ts'
import { withTooltip } from '#web/ui/icons.tsx'
import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import type { MenuEntry } from '#web/ui/menu-popover.tsx'
import type { Problem } from '#api/problem.ts'
import {
  useSession,
  useOnline,
  staleMessage,
  loadingMessage,
  offlineMessage,
  blockIfReadOnly,
} from '#web/session/session.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { useSingleKeyShortcuts } from '#web/ui/keyboard.ts'
import { ListReadError, refreshList, previousListOf } from '#web/resource/list-queries.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { MenuButton } from '#web/ui/menu.tsx'
import { BannerBar } from '#web/resource/banner-bar.tsx'
import { Skeleton } from '#web/ui/placeholders.tsx'
import { ListErrorView, UnreadableRows, UnexpectedlyEmpty } from './list-errors.tsx'

interface ListSummaryProps {
  /** How many rows there are; undefined: nothing read yet. */
  rows: number | undefined
  noun: Noun
  /** When the list was last read, in milliseconds since 1970. */
  readAt: number | undefined
  reading: boolean
  onRead: () => void
}

/** The line beside a page's heading: how many rows, when they were read, and *Refresh*. */
export function ListSummary({ rows, noun, readAt, reading, onRead }: ListSummaryProps) {
  const now = useNow()
  return (
    <div className="meta">
      <span className="read">
        {rows !== undefined && (
          <>
            <b>
              <span>{formatCount(rows)}</span> <span className="word">{rows === 1 ? noun : `${noun}s`}</span>
            </b>
            <span className="sep">·</span>
          </>
        )}
        {readAt === undefined ? (
          <span>{reading ? (rows === undefined ? 'loading…' : 'so far, loading…') : 'not loaded'}</span>
        ) : (
          <span title={formatLocalAndUtc(readAt)} className="read-ago">{`Refreshed ${formatAgo(readAt, now)}`}</span>
        )}
      </span>
      <button
        type="button"
        className="ib"
        data-focus-fallback
        aria-label="Refresh"
        aria-busy={reading || undefined}
        onClick={onRead}
      >
        {withTooltip('Refresh', <RefreshCw className={reading ? 'icon turning' : 'icon'} aria-hidden="true" />)}
      </button>
    </div>
  )
}

/** What a page gives to its list. */
export interface ListProps<Row extends TimestampedRow> {
  list: RowList<Row>
  /** Why nothing can be changed now. */
  readOnly: string | undefined
  onRead: () => void
}

interface ResourcePageProps<Row extends TimestampedRow> {
  resource: ResourceLabels
  query: UseQueryResult<RowList<Row>>
  /** The entries of the page’s menu. Those that lead to a change say so. */
  more: readonly (MenuEntry & { changes?: true })[]
  /** Replaces a list that is empty for all that is known. */
  empty: (onCreate: () => void) => ReactNode
  /** The list that stands for one that the service has not, and what is said of it; undefined: the problem is shown. */
  instead?: (problem: Problem) => { head: string; list: RowList<Row> } | undefined
  children: (page: ListProps<Row>) => ReactNode
}

/** The page of a resource: its heading and its list, or why there is no list or no fresh one. */
export function ResourcePage<Row extends TimestampedRow>({
  resource,
  query,
  more,
  empty,
  instead,
  children,
}: ResourcePageProps<Row>) {
  const session = useSession()
  const { overlay } = useAppContext()
  const online = useOnline()
  const hasKeys = useSingleKeyShortcuts()
  const { data, error, isFetching } = query
  // Asked again, a query that never had a list forgets its failure; the page stays until there is an answer.
  const [last, setLast] = useState<ListReadError>()
  if (error instanceof ListReadError && error !== last) setLast(error)
  const failure = error instanceof ListReadError ? error : data === undefined && isFetching ? last : undefined
  // An incomplete list must not look like a short one.
  const read = failure !== undefined && data?.isComplete === false ? undefined : data
  const other = read === undefined && failure !== undefined ? instead?.(failure.problem) : undefined
  const list = read ?? other?.list
  const stale = failure !== undefined && other === undefined ? staleMessage(failure.problem) : undefined
  const loading = list?.isComplete === false ? loadingMessage : undefined
  const readOnly = online ? (stale ?? loading) : offlineMessage
  const { name, title, noun } = resource
  const create = () => {
    if (!blockIfReadOnly(session, readOnly)) overlay.set({ type: 'new-row', resource: name })
  }
  const client = useQueryClient()
  const onRead = () => refreshList(client, session, resource.name)
  const { announcer } = session
  const isRead = list?.isComplete === true && failure === undefined
  const isReadable = isRead && list.unreadableRows.length === 0
  const head = other?.head
  const previous = list && previousListOf(list)
  useEffect(() => {
    if (head !== undefined) announcer.announceProblem(name, head, head)
  }, [announcer, name, head])
  useEffect(() => {
    if (isReadable) announcer.announceResolved(`rows of ${name}`, 'All rows can be read again.')
    if (isRead) announcer.announceResolved(name, `${title} refreshed.`)
  }, [announcer, name, title, isRead, isReadable])
  /** Nothing is there yet: the way to create stands in the middle of the page. */
  const blank = isReadable && list.count === 0 && previous === undefined && empty(create)
  const isUsable = other !== undefined || list?.isComplete === true
  return (
    <>
      <div className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
        {other === undefined ? (
          <ListSummary
            rows={list?.count}
            noun={noun}
            readAt={list?.isComplete === true ? list.readAt : undefined}
            reading={isFetching}
            onRead={onRead}
          />
        ) : (
          <p className="meta head-line">
            <span>{other.head}</span>{' '}
            <button ref={restoreFocusOnUnmount} type="button" className="link" onClick={onRead}>
              Try again
            </button>
          </p>
        )}
        <div className="head-acts">
          <button type="button" className="btn activity-button" onClick={() => overlay.set({ type: 'activity' })}>
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
                  if (changes !== true || !blockIfReadOnly(session, readOnly)) run()
                },
              })),
              // On a phone there is no room for its button.
              { id: 'activity', label: 'Activity', icon: History, run: () => overlay.set({ type: 'activity' }) },
            ]}
          >
            {withTooltip(`More for ${name}`, <Ellipsis className="icon" aria-hidden="true" />)}
          </MenuButton>
          {isUsable && !blank && (
            <button
              ref={restoreFocusOnUnmount}
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
        <BannerBar />
      </div>
      {failure !== undefined && other === undefined && (
        <ListErrorView resource={resource} failure={failure} hasRows={list !== undefined} onRetry={onRead} />
      )}
      {list === undefined && failure === undefined && <Skeleton rows={8} />}
      {list !== undefined && list.unreadableRows.length > 0 && (
        <UnreadableRows resource={resource} rows={list.unreadableRows} />
      )}
      {blank}
      {isReadable && list.count === 0 && previous !== undefined && (
        <UnexpectedlyEmpty noun={noun} previous={previous} readAt={list.readAt} />
      )}
      {list !== undefined && children({ list, onRead, readOnly })}
    </>
  )
}
