import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { problemOf } from '#contract/problem.ts'
import { StatusMark } from '#web/ui/status-mark.tsx'
import { ago, bothMoments, localMoment } from '#web/ui/time.ts'
import { useNow } from '#web/ui/clock.ts'
import { useWorld } from '#web/jobs/desk.tsx'
import { BannerLine } from '#web/resource/banner-line.tsx'
import { useSession } from '#web/session/session.ts'
import { ServiceFacts } from './service-facts.tsx'
import { tokenList } from '#web/resource/lists.ts'
import { problemWords } from '#web/session/problem-words.ts'
import { SignedInSection } from './signed-in-section.tsx'
import '#web/ui/deflist.css'
import './service-page.css'

/** The Service page: where the console is connected, what it read off the lists, and the check. */
export function ServicePage() {
  const { place, places, identity, service } = useSession()
  const { you: emails } = useWorld()
  const list = useQuery(tokenList(service))
  const now = useNow()
  const problem = problemOf(list.error)
  return (
    <>
      <div className="page-head">
        <h1 tabIndex={-1}>Service</h1>
        <BannerLine />
        <p className="meta">The service this console manages, and what its lists show.</p>
      </div>
      <div className="service">
        <section className="panel service-panel" aria-labelledby="connection">
          <div className="panel-head">
            <h2 id="connection">Connection</h2>
            <span className="st small-st">
              <StatusMark mark={problem ? 'unknown' : list.data ? 'active' : 'inactive'} />
              <span>{problem ? 'Not answering as expected' : list.data ? 'Answering' : 'Asking…'}</span>
            </span>
          </div>
          <dl className="deflist">
            <Fact term="Address">
              <code>{place.address}</code>
              {place.example && <span className="tag">Demo service</span>}
            </Fact>
            <Fact term="Signed in as">
              {emails.length === 0 ? 'Unknown (signed in with an access token)' : emails.join(' or ')}
            </Fact>
            <Fact term="Signed in since">
              <span translate="no">{localMoment(identity.since)}</span>{' '}
              <span className="muted">{ago(identity.since, now)}</span>
            </Fact>
            <Fact term="Access token">Stored on the console server. Signing out doesn’t revoke it.</Fact>
            <Fact term="Tokens refreshed">
              {problem ? (
                problemWords(problem)
              ) : list.data ? (
                <span title={bothMoments(list.data.readAt)}>
                  <span>{ago(list.data.readAt, now)}</span>{' '}
                  <span className="muted">{`in ${list.data.readAt - list.data.beganAt} ms`}</span>
                </span>
              ) : (
                'Not yet'
              )}
            </Fact>
          </dl>
        </section>
        <ServiceFacts />
        <SignedInSection places={places} />
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
