import { CircleHelp, PowerOff, RefreshCw, Search, Unplug } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useNow, useSecondsUntil } from '#web/ui/use-now.ts'
import { useSession } from '#web/session/session.ts'
import { formatHash } from '#web/router/routes.ts'
import { PageBanner } from '#web/resource/page-banner.tsx'
import { EmptyState } from '#web/ui/placeholders.tsx'
import { formatAgo, formatTime, pluralize } from '#web/ui/format.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import type { Noun, ResourceLabels } from '#web/resource/resource.ts'
import type { PreviousList, ListReadError } from '#web/resource/list-queries.ts'
import { mayNeedProxySignIn, problemMessage, resourceLabels } from '#web/session/problem-message.ts'

const UnreadableDetails = lazyComponent(async () => (await import('./unreadable-details.tsx')).UnreadableDetails)

interface ListErrorViewProps {
  resource: ResourceLabels
  failure: ListReadError
  /** Whether rows of an earlier read are still shown below. */
  hasRows: boolean
  onRetry: () => void
}

/** Says why there is no list, or no fresh one. A failure is never shown as an empty list. */
export function ListErrorView({ resource, failure, hasRows, onRetry }: ListErrorViewProps) {
  const { name: resourceName, title } = resource
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
  /** The banner that offers to reload the page says it already. */
  const isInBannerAbove = problem.kind === 'in-front' && mayNeedProxySignIn(problem.status)
  /** A line over the rows that stay, or a block in their place. */
  const describe = (tone: 'warning' | 'unknown' | 'error', what: string, details: ReactNode, Icon = CircleHelp) =>
    hasRows ? (
      <PageBanner topic="list" tone={tone} icon={<Icon className="icon" aria-hidden="true" />} actions={retryButton}>
        <b>{`${what}.`}</b> {details}
      </PageBanner>
    ) : (
      <EmptyState icon={<Icon className="icon s20" aria-hidden="true" />} title={what} actions={retryButton}>
        {details}
      </EmptyState>
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
      return describe(
        'warning',
        `${unreachableLabels[problem.by ?? 'service']} since ${formatTime(since)}`,
        <>
          {'certificate' in problem && <span>{`${problemMessage(problem)} `}</span>}
          <span>{hasRows ? 'The last list stays, read-only.' : 'The list has not been loaded yet.'}</span> {nextAttempt}
        </>,
        Unplug,
      )
    case 'unreadable':
      return (
        <>
          {describe(
            'unknown',
            'The response cannot be read',
            <span>{`Nothing was changed${hasRows ? ', and the last list stays.' : '.'}`}</span>,
          )}
          <UnreadableDetails resource={resource} problem={problem} />
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
      return describe(
        'error',
        'The list couldn’t be loaded',
        <>
          {!isInBannerAbove && <span>{problemMessage(problem, { hasRetryButton: true })}</span>} {nextAttempt}
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
  /** What a search looks at, as `names`; undefined: there is none. */
  searched: string | undefined
  isFilter: boolean
  onClear: () => void
  /** What finds a row by its secret; undefined: rows have none. */
  findSecret: { label: string; run: () => void } | undefined
}

/** Replaces the table when search and filters match no row. */
export function NoResults({ title, searched, isFilter, onClear, findSecret }: NoResultsProps) {
  return (
    <EmptyState
      icon={<Search className="icon s20" aria-hidden="true" />}
      title={title}
      actions={
        <button type="button" className="btn" onClick={onClear}>
          {searched === undefined ? 'Clear filters' : `Clear search${isFilter ? ' and filters' : ''}`}
        </button>
      }
    >
      {searched !== undefined && (
        <>
          {`Search looks at ${searched}. `}
          {findSecret && (
            <button type="button" className="link" onClick={findSecret.run}>
              {findSecret.label}
            </button>
          )}
        </>
      )}
    </EmptyState>
  )
}
