import { RefreshCw, History, Ellipsis, FileUp, Plus } from 'lucide-react'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState, useEffect } from 'react'
import type { Noun, ResourceDefinition } from '#web/resource/resource.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import { useNow } from '#web/ui/use-now.ts'
import { formatCount, formatLocalAndUtc, formatAgo } from '#web/ui/format.ts'
import { withTooltip } from '#web/ui/icons.tsx'
import { createRowList, type TimestampedRow, type RowList } from '#api/list/row-list.ts'
import { useMediaQuery } from '#web/ui/browser.ts'
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
import { ListReadError, creationBlockedReason, refreshList, previousListOf } from '#web/resource/list-queries.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { MenuButton } from '#web/ui/menu.tsx'
import { BannerBar } from '#web/resource/page-banner.tsx'
import { columnTracks, tableColumns } from '#web/resource/columns.ts'
import { type ListController, useResourceList } from './use-resource-list.ts'
import { ListErrorView, UnreadableRows, UnexpectedlyEmpty } from './list-errors.tsx'
import './skeleton.css'

interface ListSummaryProps {
  /** How many rows there are, and how many of them are shown; undefined: nothing read yet. */
  count: number | undefined
  shownCount: number
  noun: Noun
  /** When the list was last read, in milliseconds since 1970. */
  readAt: number | undefined
  isReading: boolean
  onRefresh: () => void
}

/** The line beside a page's heading: how many rows, when they were read, and *Refresh*, which no number moves. */
function ListSummary({ count, shownCount, noun, readAt, isReading, onRefresh }: ListSummaryProps) {
  const now = useNow()
  return (
    <div className="meta">
      {count !== undefined && (
        <b>
          <span>{shownCount < count ? `${formatCount(shownCount)} of ${formatCount(count)}` : formatCount(count)}</span>{' '}
          <span className="word">{count === 1 ? noun : `${noun}s`}</span>
        </b>
      )}
      {readAt === undefined ? (
        // With a key: another text in its place does not move.
        <span key="loading" className="read">
          {isReading ? (count === undefined ? 'loading…' : 'so far, loading…') : 'not loaded'}
        </span>
      ) : (
        <span title={formatLocalAndUtc(readAt)} className="read read-ago">{`Refreshed ${formatAgo(readAt, now)}`}</span>
      )}
      <button
        type="button"
        className="ib"
        data-focus-fallback
        aria-label="Refresh"
        aria-busy={isReading || undefined}
        onClick={onRefresh}
      >
        {withTooltip('Refresh', <RefreshCw className={isReading ? 'icon turning' : 'icon'} aria-hidden="true" />)}
      </button>
    </div>
  )
}

/** Stands for the list until there is one. */
const nothingRead = { readStartedAt: 0, readAt: 0, isComplete: false, unreadableRows: [], unknownFields: [] }

/** What a page gives to its list. */
export interface ListProps<Row extends TimestampedRow> {
  controller: ListController<Row>
  /** Why nothing can be changed now. */
  readOnly: string | undefined
  onRefresh: () => void
}

interface ResourcePageProps<Row extends TimestampedRow> {
  resource: ResourceDefinition<Row, object, object>
  query: UseQueryResult<RowList<Row>>
  context: RowContext
  /** The entries of the page’s menu after *Import…*. */
  menuEntries?: readonly MenuEntry[]
  /** Replaces a list that is empty for all that is known. */
  renderEmpty: (onCreate: () => void, onImport: () => void) => ReactNode
  /** The list that stands for one that the service has not, and what is said of it; undefined: the problem is shown. */
  fallbackList?: (problem: Problem) => { message: string; list: RowList<Row> } | undefined
  children: (page: ListProps<Row>) => ReactNode
}

/** The page of a resource: its heading and its list, or why there is no list or no fresh one. */
export function ResourcePage<Row extends TimestampedRow>({
  resource,
  query,
  context,
  menuEntries = [],
  renderEmpty,
  fallbackList,
  children,
}: ResourcePageProps<Row>) {
  const session = useSession()
  const { overlay } = useAppContext()
  const isPhone = useMediaQuery('(width < 45rem)')
  const isOnline = useOnline()
  const hasShortcuts = useSingleKeyShortcuts()
  const { data, error, isFetching } = query
  // Asked again, a query that never had a list forgets its failure; the page stays until there is an answer.
  const [lastFailure, setLastFailure] = useState<ListReadError>()
  if (error instanceof ListReadError && error !== lastFailure) setLastFailure(error)
  const failure = error instanceof ListReadError ? error : data === undefined && isFetching ? lastFailure : undefined
  // An incomplete list must not look like a short one.
  const readList = failure !== undefined && data?.isComplete === false ? undefined : data
  const fallback = readList === undefined && failure !== undefined ? fallbackList?.(failure.problem) : undefined
  const list = readList ?? fallback?.list
  const [noRows] = useState(() => createRowList<Row>([], nothingRead, resource.nameOf))
  const controller = useResourceList(resource, list ?? noRows, context)
  const staleReason = failure !== undefined && fallback === undefined ? staleMessage(failure.problem) : undefined
  const loadingReason = list?.isComplete === false ? loadingMessage : undefined
  const readOnly = isOnline ? (staleReason ?? loadingReason) : offlineMessage
  const { name, title, noun } = resource
  const createReason = isOnline ? creationBlockedReason(list, failure?.problem) : offlineMessage
  const create = () => {
    if (!blockIfReadOnly(session, createReason)) overlay.set({ type: 'new-row', resource: name })
  }
  const openImport = () => {
    if (!blockIfReadOnly(session, readOnly)) overlay.set({ type: 'import', resource: name })
  }
  const client = useQueryClient()
  const onRefresh = () => refreshList(client, session, resource.name)
  const { announcer } = session
  const isRead = list?.isComplete === true && failure === undefined
  const isReadable = isRead && list.unreadableRows.length === 0
  const fallbackMessage = fallback?.message
  const previous = list && previousListOf(list)
  useEffect(() => {
    if (fallbackMessage !== undefined) announcer.announceProblem(name, fallbackMessage, fallbackMessage)
  }, [announcer, name, fallbackMessage])
  useEffect(() => {
    if (isReadable) announcer.announceResolved(`rows of ${name}`, 'All rows can be read again.')
    if (isRead) announcer.announceResolved(name, `${title} refreshed.`)
  }, [announcer, name, title, isRead, isReadable])
  /** Nothing is there yet: the way to create stands in the middle of the page. */
  const emptyState = isReadable && list.count === 0 && previous === undefined && renderEmpty(create, openImport)
  return (
    <>
      <div className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
        {fallback === undefined ? (
          <ListSummary
            count={list?.count}
            shownCount={controller.rows.length}
            noun={noun}
            readAt={list?.isComplete === true ? list.readAt : undefined}
            isReading={isFetching}
            onRefresh={onRefresh}
          />
        ) : (
          <p className="meta head-line">
            <span>{fallback.message}</span>{' '}
            <button ref={restoreFocusOnUnmount} type="button" className="link" onClick={onRefresh}>
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
            menuLabel={`More for ${name}`}
            acts={[
              ...(list?.isComplete === true
                ? [{ id: 'import', label: 'Import…', icon: FileUp, onSelect: openImport }, ...menuEntries]
                : []),
              // On a phone there is no room for its button.
              ...(isPhone || list?.isComplete !== true
                ? [
                    {
                      id: 'activity',
                      label: 'Activity',
                      icon: History,
                      onSelect: () => overlay.set({ type: 'activity' }),
                    },
                  ]
                : []),
            ]}
          >
            {withTooltip(`More for ${name}`, <Ellipsis className="icon" aria-hidden="true" />)}
          </MenuButton>
          {!emptyState && (
            <button
              ref={restoreFocusOnUnmount}
              type="button"
              className="btn primary"
              aria-disabled={createReason !== undefined || undefined}
              title={createReason}
              aria-keyshortcuts={hasShortcuts ? 'n' : undefined}
              onClick={create}
            >
              <Plus className="icon" aria-hidden="true" />
              <span>
                New <span className="word">{noun}</span>
              </span>
              {hasShortcuts && <kbd aria-hidden="true">N</kbd>}
            </button>
          )}
        </div>
        <BannerBar />
      </div>
      {failure !== undefined && fallback === undefined && (
        <ListErrorView resource={resource} failure={failure} hasRows={list !== undefined} onRetry={onRefresh} />
      )}
      {list === undefined && failure === undefined && <ListSkeleton resource={resource} />}
      {list !== undefined && list.unreadableRows.length > 0 && (
        <UnreadableRows resource={resource} rows={list.unreadableRows} />
      )}
      {emptyState}
      {isReadable && list.count === 0 && previous !== undefined && (
        <UnexpectedlyEmpty noun={noun} previous={previous} readAt={list.readAt} />
      )}
      {list !== undefined && children({ controller, onRefresh, readOnly })}
    </>
  )
}

/** How many rows stand for a list that is loading. */
const skeletonRows = 8

/** Stands where bars, search and rows will be while the first list loads: in their elements, so of their size. */
function ListSkeleton<Row extends TimestampedRow>({
  resource: { fields, histogram, readValue },
}: Pick<ResourcePageProps<Row>, 'resource'>) {
  const columns = tableColumns(fields)
  const cells = [{ name: '', className: 'c-check' }, ...columns, { name: 'more', className: 'c-act' }]
  return (
    <div className="list skeleton" aria-hidden="true">
      {histogram && (
        <div className="bars">
          {histogram.buckets.map(({ id }) => (
            <i key={id} className="bar" />
          ))}
        </div>
      )}
      <div className="tools">
        <i className="input slim" />
      </div>
      <div className="table-panel">
        <table className="grid rows" style={columnTracks(columns, readValue !== undefined)}>
          <thead>
            <tr />
          </thead>
          {Array.from({ length: skeletonRows }, (_, index) => (
            <tbody key={index}>
              <tr>
                {cells.map(({ name, className }) => (
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the same
                  <td key={name} className={className}>
                    <i />
                  </td>
                ))}
              </tr>
            </tbody>
          ))}
        </table>
      </div>
    </div>
  )
}
