import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState, useEffect } from 'react'
import { useSession } from '#web/session/session.ts'
import { useStore } from '#web/ui/store.ts'
import { useAppContext, useRowContext } from '#web/jobs/app-context.tsx'
import { tokensQuery, usersQuery } from '#web/resource/list-queries.ts'
import { getProblem } from '#api/problem.ts'
import { readServiceFacts, factLines, type FactLine } from '#api/service-facts.ts'
import { StatusIcon } from '#web/ui/icons.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { BannerBar } from '#web/resource/page-banner.tsx'
import { formatAgo, formatLocalAndUtc, pluralize } from '#web/ui/format.ts'
import { problemMessage } from '#web/session/problem-message.ts'
import type { ActiveSessions } from '#web/session/console-server.ts'
import { useSignOutLoss, type SignOutLoss, SignOutLossText } from '#web/secrets/sign-out-loss.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import '#web/ui/deflist.css'
import './service-page.css'

/** Amber where the console works around something, violet where nothing is known. */
const marks = { 'worked-around': 'repair', unknown: 'unknown' } as const

/** What is good to know of the service: what the lists and saves have shown. What makes no difference is folded. */
export function ServiceFactsPanel() {
  const { api } = useSession()
  const { effect } = useStore(useAppContext().updateEffect)
  const tokens = useQuery({ ...tokensQuery(api), enabled: false })
  const users = useQuery({ ...usersQuery(api), enabled: false })
  const hasNoUsers = getProblem(users.error)?.kind === 'switched-off'
  const facts = readServiceFacts({ tokens: tokens.data, users: hasNoUsers ? null : users.data }, api.clock)
  const lines = factLines({ ...facts, onUpdate: effect })
  return (
    <section className="panel facts-panel" aria-labelledby="facts">
      <div className="panel-head">
        <h2 id="facts">Good to know</h2>
      </div>
      <FactList lines={lines.filter(({ isTechnical }) => isTechnical !== true)} />
      <details className="technical">
        <summary>Technical details</summary>
        <FactList lines={lines.filter(({ isTechnical }) => isTechnical === true)} />
      </details>
    </section>
  )
}

function FactList({ lines }: { lines: readonly FactLine[] }) {
  return (
    <dl className="deflist">
      {lines.map(({ term, status, value: text }) => (
        <Fact key={term} term={term}>
          {status && <StatusIcon mark={marks[status]} />}
          <span>{text}</span>
        </Fact>
      ))}
    </dl>
  )
}

/** How many sessions the list shows at once. */
const maxUnscrolledSessions = 5

const minuteMs = 60_000

/** The sessions of this account on the console server, and *Sign out everywhere*. */
export function ActiveSessionsPanel({ activeSessions }: { activeSessions: ActiveSessions }) {
  const { announcer, signOut } = useSession()
  const lossNow = useSignOutLoss()
  const now = useNow()
  const [confirmation, setConfirmation] = useState<{ loss: SignOutLoss | undefined }>()
  const [failure, setFailure] = useState<{ text: string }>()
  const list = useQuery({
    queryKey: ['signed-in'],
    queryFn: ({ signal }) => activeSessions.read(signal),
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  })
  const problem = getProblem(list.error)
  const message = failure?.text ?? (problem && problemMessage(problem))
  useEffect(() => {
    if (message !== undefined) announcer.announceProblem('sessions', failure ?? message, message)
  }, [failure, message, announcer])

  const confirmSignOut = () => setConfirmation({ loss: lossNow() })
  const endAll = async () => {
    setConfirmation(undefined)
    setFailure(undefined)
    try {
      await activeSessions.end()
      signOut()
    } catch (error) {
      const endProblem = getProblem(error)
      if (endProblem === undefined) throw error
      if (endProblem.kind === 'signed-out') return // a sheet over the page says so
      setFailure({ text: `Not signed out. ${problemMessage(endProblem)}` })
    }
  }

  return (
    <section className="panel service-panel sessions" aria-labelledby="sessions">
      <div className="panel-head">
        <h2 id="sessions">Sessions</h2>
        <button type="button" className="btn small" onClick={confirmSignOut}>
          Sign out everywhere
        </button>
      </div>
      <p className="hint">Browsers in which this account is signed in.</p>
      {message !== undefined && <p>{message}</p>}
      {list.data && (
        <ul
          className="places"
          aria-labelledby="sessions"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Safari scrolls by keyboard only where the focus is
          tabIndex={list.data.length > maxUnscrolledSessions ? 0 : undefined}
        >
          {list.data.map(({ since, usedAt, browser, isThis }, index) => (
            <li key={index}>
              <span>
                {browser}
                {isThis && (
                  <>
                    {' · '}
                    <b>This browser</b>
                  </>
                )}
              </span>
              <span className="muted" title={formatLocalAndUtc(since)}>
                {`Started ${formatAgo(since, now)} · Active ${now - usedAt < minuteMs ? 'now' : formatAgo(usedAt, now)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {confirmation && (
        <ConfirmDialog
          title="Sign out everywhere?"
          confirmLabel="Sign out everywhere"
          onConfirm={() => void endAll()}
          onCancel={() => setConfirmation(undefined)}
        >
          <p>
            {`${list.data === undefined ? 'All sessions end' : pluralize(list.data.length, 'session ends', 'sessions end')}, this one included.`}
          </p>
          {confirmation.loss && <SignOutLossText {...confirmation.loss} />}
        </ConfirmDialog>
      )}
    </section>
  )
}

/** The Service page: where the console is connected, what is good to know of the service, and sessions. */
export function ServicePage() {
  const { service, activeSessions, identity, api } = useSession()
  const { ownEmails: emails } = useRowContext()
  const list = useQuery(tokensQuery(api))
  const now = useNow()
  const problem = getProblem(list.error)
  return (
    <>
      <div className="page-head">
        <h1 tabIndex={-1}>Service</h1>
        <BannerBar />
      </div>
      <div className="service">
        <section className="panel service-panel" aria-labelledby="connection">
          <div className="panel-head">
            <h2 id="connection">Connection</h2>
            <span className="st small-st">
              <StatusIcon mark={problem ? 'unknown' : list.data ? 'active' : 'inactive'} />
              <span>{problem ? 'Not answering as expected' : list.data ? 'Connected' : 'Connecting…'}</span>
            </span>
          </div>
          <dl className="deflist">
            <Fact term="Address">
              <code>{service.address}</code>
              {service.example && <span className="tag">Demo service</span>}
            </Fact>
            <Fact term="Signed in as">
              <span>{emails.length === 0 ? 'Unknown (signed in with an access token)' : emails.join(' or ')}</span>{' '}
              <span className="muted" title={formatLocalAndUtc(identity.since)}>
                {formatAgo(identity.since, now)}
              </span>
            </Fact>
            <Fact term="Access token">Stored on the console server. Signing out doesn’t revoke it.</Fact>
            <Fact term="Tokens refreshed">
              {problem ? (
                problemMessage(problem)
              ) : list.data ? (
                <span title={formatLocalAndUtc(list.data.readAt)}>
                  <span>{formatAgo(list.data.readAt, now)}</span>{' '}
                  <span className="muted">{`in ${list.data.readAt - list.data.readStartedAt} ms`}</span>
                </span>
              ) : (
                'Not yet'
              )}
            </Fact>
          </dl>
        </section>
        <ServiceFactsPanel />
        <ActiveSessionsPanel activeSessions={activeSessions} />
      </div>
    </>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
