import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { problemOf } from '#contract/problem.ts'
import type { SignedInPlaces } from '#web/session/console-server.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { ago, bothMoments, counted } from '#web/ui/time.ts'
import { useNow } from '#web/ui/clock.ts'
import { useSession } from '#web/session/session.ts'
import { LossWords, useLossNow, type Loss } from '#web/sheet/loss.tsx'
import { problemWords } from '#web/session/problem-words.ts'

/** How many sessions the list shows at once. */
const fits = 5
const minute = 60_000

/** The sessions of this account on the console server, and *Sign out everywhere*. */
export function SignedInSection({ places }: { places: SignedInPlaces }) {
  const { announcer, signOut } = useSession()
  const lossNow = useLossNow()
  const now = useNow()
  const [asking, setAsking] = useState<{ loss: Loss | undefined }>()
  const [failed, setFailed] = useState<string>()
  const list = useQuery({
    queryKey: ['signed-in'],
    queryFn: ({ signal }) => places.read(signal),
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  })
  const problem = problemOf(list.error)
  const says = failed ?? (problem && problemWords(problem))
  useEffect(() => {
    if (says !== undefined) announcer.problem('sessions', says, says)
  }, [says, announcer])

  const ask = () => setAsking({ loss: lossNow() })
  const end = async () => {
    setAsking(undefined)
    setFailed(undefined)
    try {
      await places.end()
      signOut()
    } catch (error) {
      const why = problemOf(error)
      if (why === undefined) throw error
      if (why.kind === 'signed-out') return // a sheet over the page says so
      setFailed(`Not signed out. ${problemWords(why)}`)
    }
  }

  return (
    <section className="panel service-panel signed-in" aria-labelledby="signed-in">
      <div className="panel-head">
        <h2 id="signed-in">Signed in</h2>
        <button type="button" className="btn small" onClick={ask}>
          Sign out everywhere
        </button>
      </div>
      <p className="hint">Every browser where this account is signed in through this console server.</p>
      {says !== undefined && <p>{says}</p>}
      {list.data && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Safari scrolls by keyboard only where the focus is
        <ul className="places" aria-labelledby="signed-in" tabIndex={list.data.length > fits ? 0 : undefined}>
          {list.data.map(({ since, usedAt, browser, isThis }, at) => (
            <li key={at}>
              <span>
                {browser}
                {isThis && (
                  <>
                    {' · '}
                    <b>This browser</b>
                  </>
                )}
              </span>
              <span className="muted" title={bothMoments(since)}>
                {`Signed in ${ago(since, now)} · Active ${now - usedAt < minute ? 'now' : ago(usedAt, now)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {asking && (
        <Confirm
          title="Sign out everywhere?"
          action="Sign out everywhere"
          onConfirm={() => void end()}
          onCancel={() => setAsking(undefined)}
        >
          <p>
            {`${list.data === undefined ? 'All sessions end' : counted(list.data.length, 'session ends', 'sessions end')}, this one included.`}
          </p>
          {asking.loss && <LossWords {...asking.loss} />}
        </Confirm>
      )}
    </section>
  )
}
