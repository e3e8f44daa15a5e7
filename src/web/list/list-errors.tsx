import { CircleHelp, PowerOff, RefreshCw, Search, Unplug } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useNow, useSecondsUntil } from '#web/ui/use-now.ts'
import { useSession } from '#web/session/session.ts'
import { formatHash } from '#web/router/routes.ts'
import { PageBanner } from '#web/resource/page-banner.tsx'
import { EmptyState } from '#web/ui/placeholders.tsx'
import { formatAgo, formatTime, pluralize } from '#web/ui/format.ts'
import type { Noun, ResourceLabels } from '#web/resource/resource.ts'
import type { PreviousList, ListReadError } from '#web/resource/list-queries.ts'
import { problemMessage, receivedBodyText, resourceLabels } from '#web/session/problem-message.ts'
import './list-errors.css'

interface ListErrorViewProps {
  resource: ResourceLabels
  failure: ListReadError
  /** Whether rows of an earlier read are still shown below. */
  hasRows: boolean
  onRetry: () => void
}

/** Says why there is no list, or no fresh one. A failure is never shown as an empty list. */
export function ListErrorView({ resource, failure, hasRows, onRetry }: ListErrorViewProps) {
  const { name: resourceName, title, expected, request } = resource
  const { problem, since, next: nextAttemptAt } = failure
  const { announcer } = useSession()
  useEffect(() => {
    announcer.announceProblem(resourceName, problem.kind, `${title} couldn’t be read. ${problemMessage(problem)}`)
  }, [announcer, resourceName, title, problem])
  const nextAttempt = nextAttemptAt !== undefined && <NextAttempt key={nextAttemptAt} attemptAt={nextAttemptAt} />
  const retryButton = (
    <button type="button" className="btn" onClick={onRetry}>
      <RefreshCw className="icon" aria-hidden="true" />
      Try again
    </button>
  )
  const banner = (tone: 'warning' | 'unknown' | 'error', children: ReactNode, Icon = CircleHelp) => (
    <PageBanner topic="list" tone={tone} icon={<Icon className="icon" aria-hidden="true" />} actions={retryButton}>
      {children}
    </PageBanner>
  )
  switch (problem.kind) {
    case 'switched-off': {
      const { name, noun, other: otherResource } = resourceLabels[problem.part]
      const { page, noun: otherNoun } = resourceLabels[otherResource]
      return (
        <EmptyState
          icon={<PowerOff className="icon s20" aria-hidden="true" />}
          title={`${name} administration is turned off`}
          actions={
            <>
              {retryButton}
              <a className="btn ghost" href={formatHash(otherResource)}>
                Go to {page}
              </a>
            </>
          }
        >
          {`The service answers ${problem.status ?? 404} to all ${noun} calls, but ${otherNoun} calls work. Turn it on in the service’s settings, then refresh.`}
        </EmptyState>
      )
    }
    case 'no-service':
      return (
        <EmptyState
          icon={<PowerOff className="icon s20" aria-hidden="true" />}
          title="Nothing to administer here"
          actions={retryButton}
        >
          {`${problemMessage(problem)} The address is on the Service page.`}
        </EmptyState>
      )
    case 'unreachable':
    case 'timed-out':
      return banner(
        'warning',
        <>
          <b>{`${unreachableLabels[problem.by ?? 'service']} since ${formatTime(since)}.`}</b>{' '}
          {'certificate' in problem && <span>{`${problemMessage(problem)} `}</span>}
          <span>{hasRows ? 'The last list stays, read-only.' : 'The list has not been loaded yet.'}</span> {nextAttempt}
        </>,
        Unplug,
      )
    case 'unreadable':
      return (
        <>
          {banner(
            'unknown',
            <>
              <b>The response cannot be read.</b>{' '}
              <span>{`Nothing was changed${hasRows ? ', and the last list stays.' : '.'}`}</span>
            </>,
          )}
          <dl className="expected">
            <dt>Expected</dt>
            <dd>{expected}</dd>
            <dt>Received</dt>
            <dd>{receivedBodyText(problem)}</dd>
            <dt>Stopped at</dt>
            <dd>{problem.at.join(', ')}</dd>
            {problem.received.form === 'html' && problem.received.begins !== '' && (
              <>
                <dt>Begins with</dt>
                <dd>
                  <code>{problem.received.begins}</code>
                </dd>
              </>
            )}
            <dt>Request</dt>
            <dd>
              <code>{request}</code>
            </dd>
          </dl>
          <p className="hint">
            A gateway or a wrong address often responds like this. The address is on the Service page.
          </p>
        </>
      )
    case 'signed-out':
    case 'no-session':
    case 'refused':
    case 'in-front':
    case 'too-many':
    case 'failing':
    case 'too-large':
    case 'perhaps-unreadable':
    case 'unsendable':
      return banner(
        'error',
        <>
          <b>The list could not be read.</b> <span>{problemMessage(problem)}</span> {nextAttempt}
        </>,
      )
  }
}

const unreachableLabels = {
  service: 'Unreachable',
  'console-server': 'Console server unreachable',
  'session-store': 'The console server can’t reach its session store',
}

/** The seconds until the list is read again. */
function NextAttempt({ attemptAt }: { attemptAt: number }) {
  return <span>{`Next attempt in ${useSecondsUntil(attemptAt)} s.`}</span>
}

interface UnreadableRowsProps {
  resource: ResourceLabels
  /** Their row numbers in the answer. */
  rows: readonly number[]
}

/** Rows of an answer that cannot be shown. */
export function UnreadableRows({ resource: { name: resourceName, unreadable }, rows }: UnreadableRowsProps) {
  const { announcer } = useSession()
  const message = `${pluralize(rows.length, 'row')} in the response ${unreadable(rows.length)}`
  useEffect(() => {
    announcer.announceProblem(`rows of ${resourceName}`, message, `${message}.`)
  }, [announcer, resourceName, message])
  return (
    <PageBanner topic="rows" tone="unknown" icon={<CircleHelp className="icon" aria-hidden="true" />}>
      {`${message}: row ${rows.slice(0, 10).join(', ')}${rows.length > 10 ? ' …' : ''}.`}
    </PageBanner>
  )
}

/** Replaces a list that had rows when it was read before. That they are gone may be a failure. */
export function UnexpectedlyEmpty({ noun, previous, readAt }: { noun: Noun; previous: PreviousList; readAt: number }) {
  const { announcer } = useSession()
  const now = Math.max(useNow(), readAt) // the page's clock moves in steps
  const title = 'The list is empty now'
  useEffect(() => announcer.announce(`${title}.`), [announcer])
  return (
    <EmptyState icon={<CircleHelp className="icon s20" aria-hidden="true" />} title={title}>
      {`It had ${pluralize(previous.count, noun)} ${formatAgo(previous.readAt, now)}.`}
    </EmptyState>
  )
}

interface NoResultsProps {
  title: string
  /** Whether there is a search, and a filter. */
  isSearch: boolean
  isFilter: boolean
  onClear: () => void
}

/** Replaces the table when search and filters match no row. */
export function NoResults({ title, isSearch, isFilter, onClear }: NoResultsProps) {
  return (
    <EmptyState
      icon={<Search className="icon s20" aria-hidden="true" />}
      title={title}
      actions={
        <button type="button" className="btn" onClick={onClear}>
          {isSearch ? `Clear search${isFilter ? ' and filters' : ''}` : 'Clear filters'}
        </button>
      }
    />
  )
}
