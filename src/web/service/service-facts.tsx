import { useQuery } from '@tanstack/react-query'
import { factLines, factsOf } from '#contract/facts.ts'
import { problemOf } from '#contract/problem.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { tokenList, userList } from '#web/resource/lists.ts'
import { useSession } from '#web/session/session.ts'
import { useStore } from '#web/ui/store.ts'
import { StatusMark } from '#web/ui/status-mark.tsx'

/** Amber where the console works around something, violet where nothing is known. */
const marks = { 'worked-around': 'repair', unknown: 'unknown' } as const

/** What the console has read off the lists, and what saves have shown. */
export function ServiceFacts() {
  const { service } = useSession()
  const { effect } = useStore(useDesk().updates)
  const tokens = useQuery({ ...tokenList(service), enabled: false })
  const users = useQuery({ ...userList(service), enabled: false })
  const hasNoUsers = problemOf(users.error)?.kind === 'switched-off'
  const facts = factsOf({ tokens: tokens.data, users: hasNoUsers ? null : users.data }, service.clock)
  return (
    <section className="panel facts-panel" aria-labelledby="facts">
      <div className="panel-head">
        <h2 id="facts">What its lists show</h2>
      </div>
      <dl className="deflist">
        {factLines({ ...facts, onUpdate: effect }).map(({ term, is, says }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              {is && <StatusMark mark={marks[is]} />}
              <span>{says}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
