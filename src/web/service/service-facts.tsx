import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { effectLine, factLines, factsOf } from '#contract/facts.ts'
import { problemOf } from '#contract/problem.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { tokenList, userList } from '#web/resource/lists.ts'
import { useNow } from '#web/ui/clock.ts'
import { useSession } from '#web/session/session.ts'
import { useStore } from '#web/ui/store.ts'
import { StatusMark } from '#web/ui/status-mark.tsx'
import { ago, bothMoments } from '#web/ui/time.ts'
import './service-facts.css'

/** Amber where the console works around something, violet where nothing is known. */
const marks = { 'worked-around': 'repair', unknown: 'unknown' } as const

/** What the console has read off the lists, and the check of updates. */
export function ServiceFacts() {
  const { service, announcer } = useSession()
  const { updates, choices, checkUpdates } = useDesk()
  const { effect, checked } = useStore(updates)
  const { repairs } = useStore(choices)
  const tokens = useQuery({ ...tokenList(service), enabled: false })
  const users = useQuery({ ...userList(service), enabled: false })
  const now = useNow()
  const [says, setSays] = useState<string>()
  const [running, setRunning] = useState<AbortController>()
  const last = useRef<AbortController>(undefined)
  useEffect(() => () => last.current?.abort(), [])

  const hasNoUsers = problemOf(users.error)?.kind === 'switched-off'
  const facts = factsOf({ tokens: tokens.data, users: hasNoUsers ? null : users.data }, service.clock)
  const ofUpdates = effectLine(effect)
  const check = async () => {
    const stop = new AbortController()
    last.current = stop
    setRunning(stop)
    setSays('Checking…')
    const result = await checkUpdates(stop.signal)
    setRunning(undefined)
    setSays(result.says)
    announcer.say(result.says)
  }
  return (
    <section className="panel facts-panel" aria-labelledby="facts">
      <div className="panel-head">
        <h2 id="facts">What its lists show</h2>
      </div>
      <dl className="deflist">
        {[...factLines(facts), ofUpdates].map((line) => (
          <div key={line.term}>
            <dt>{line.term}</dt>
            <dd>
              {line.is && <StatusMark mark={marks[line.is]} />}
              <span>{line.says}</span>
              {line === ofUpdates && checked !== undefined && (
                <span className="muted" title={bothMoments(checked.at)}>{`checked ${ago(checked.at, now)}`}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className="facts-check">
        <p>
          The check finds out what an update does to a token’s value. It creates a token named “query-admin-check-…”,
          updates it and deletes it. It changes no other token.
        </p>
        {/* One button, which keeps the focus. */}
        <button type="button" className="btn" onClick={() => (running === undefined ? void check() : running.abort())}>
          {running === undefined ? 'Check updates' : 'Stop'}
        </button>
        <p className="hint">{says}</p>
      </div>
      {effect === 'replaces-and-needs-repair' && (
        <label className="check-line">
          <input
            type="checkbox"
            checked={repairs === true}
            onChange={(event) => choices.setRepairs(event.target.checked)}
          />
          Repair afterwards: save a token again until its new value agrees with it
        </label>
      )}
    </section>
  )
}
