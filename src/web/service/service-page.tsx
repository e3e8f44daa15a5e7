import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { problemOf } from '#contract/problem.ts'
import type { ServiceClock } from '#contract/clock.ts'
import type { Unit } from '#contract/wire.ts'
import { Choices } from '#web/ui/choices.tsx'
import { StatusMark } from '#web/ui/status-mark.tsx'
import { useStore } from '#web/ui/store.ts'
import { ago, bothMoments, counted, localMoment } from '#web/ui/time.ts'
import { useNow } from '#web/ui/clock.ts'
import { BannerLine } from '#web/ui/banner-line.tsx'
import { useSession } from '#web/ui/session.ts'
import { useYou } from '#web/users/you.ts'
import { CompatibilityChecks } from './compatibility-checks.tsx'
import { tokenList } from '#web/resource/lists.ts'
import { problemWords } from '#web/resource/problem-words.ts'
import { SignedInSection } from './signed-in-section.tsx'
import { valueOnUpdate } from '#web/writes/known/learned-store.ts'
import type { UnitFound } from '#web/writes/unit.ts'
import '#web/ui/deflist.css'
import './service-page.css'

type UnitChoice = Unit | 'learned'

const unitChoices: readonly { id: UnitChoice; label: string }[] = [
  { id: 'learned', label: 'As learned' },
  { id: 'seconds', label: 'Seconds' },
  { id: 'milliseconds', label: 'Milliseconds' },
]

/** The Service page: where the console is connected, and what it has learned about the service. */
export function ServicePage() {
  const { place, places, identity, service, unit: units, learned } = useSession()
  const emails = useYou()
  const checks = useStore(learned)
  const { clock } = service
  const list = useQuery(tokenList(service))
  const unit = useStore(units)
  const now = useNow()
  const [changing, setChanging] = useState(false)
  const problem = problemOf(list.error)
  return (
    <>
      <div className="page-head">
        <h1 tabIndex={-1}>Service</h1>
        <BannerLine />
        <p className="meta">The service this console manages, and what the console has learned about it.</p>
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
            <Fact term="Connected through">
              {place.through === 'host' ? 'The console server (host mode)' : 'This page’s web server (tab mode)'}
            </Fact>
            <Fact term="Signed in as">
              {emails.length === 0 ? 'Unknown (signed in with an access token)' : emails.join(' or ')}
            </Fact>
            <Fact term="Signed in since">
              <span translate="no">{localMoment(identity.since)}</span>{' '}
              <span className="muted">{ago(identity.since, now)}</span>
            </Fact>
            <Fact term="Access token">{`${keptWords[identity.kept]} Signing out doesn’t revoke it.`}</Fact>
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
            <Fact term="Clock difference">{clockWords(clock)}</Fact>
            <Fact term="Token value after an update">{valueWords[valueOnUpdate(checks) ?? 'unknown']}</Fact>
            <Fact term="Expiry is counted in">
              <span>{unitChoices.find(({ id }) => id === unit.unit)?.label}</span>{' '}
              <span className="muted">{learnedFrom(unit)}</span>
              <button type="button" className="link" aria-expanded={changing} onClick={() => setChanging(!changing)}>
                Change
              </button>
              {changing && (
                <Choices<UnitChoice>
                  legend="Expiry is counted in"
                  hideLegend
                  look="segs"
                  choices={unitChoices}
                  chosen={unit.from === 'admin' ? unit.unit : 'learned'}
                  onChoose={(choice) => units.choose(choice === 'learned' ? undefined : choice)}
                />
              )}
            </Fact>
          </dl>
        </section>
        <CompatibilityChecks />
        {places && <SignedInSection places={places} />}
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

const keptWords = {
  page: 'Not stored. Reloading signs you out.',
  tab: 'Stored in this tab until you close it.',
  host: 'Stored on the console server.',
} as const

const valueWords = {
  kept: 'Kept',
  new: 'Replaced',
  'new-refused': 'Replaced; the new value needs repair',
  unknown: 'Not known yet',
} as const

/** Clocks that differ by more than this make relative times misleading. In milliseconds. */
const tooFar = 60_000

function clockWords({ difference, surely }: ServiceClock): string {
  if (difference() === undefined) return 'Unknown: the service sends no date'
  const clear = surely()
  if (clear === undefined) return 'None'
  const { ms, within } = clear
  const seconds = (Math.abs(ms) / 1000).toFixed(1)
  const far = Math.abs(ms) > tooFar ? '; relative times are off by that much' : ''
  return `Service ${seconds} s ${ms > 0 ? 'ahead' : 'behind'}, ± ${(within / 1000).toFixed(1)} s${far}`
}

function learnedFrom({ from, numbers }: UnitFound): string {
  switch (from) {
    case 'admin':
      return 'set here for this session'
    case 'tokens':
      return `from ${counted(numbers, 'token')}`
    case 'users':
      return `from ${counted(numbers, 'user')}`
    case 'documentation':
      return 'as documented; no row confirms it yet'
  }
}
