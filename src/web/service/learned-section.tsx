import { Check, CircleHelp, Copy, RefreshCw } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Learned } from '#contract/learned.ts'
import { couldNotBeTold, learnedLines, type LearnedLine } from '#contract/probe/point-words.ts'
import type { ProbeStep } from '#contract/probe/report.ts'
import { problemOf } from '#contract/problem.ts'
import { useStore } from '#web/ui/store.ts'
import { ago, bothMoments } from '#web/ui/time.ts'
import { freshName } from './check-updates.ts'
import { useNow } from '#web/app/clock.ts'
import { useConsole } from '#web/app/console.tsx'
import { problemWords } from '#web/writes/problem-words.ts'

const AskProbe = lazy(() => import('./ask-probe.tsx').then((module) => ({ default: module.AskProbe })))

const stepWords: Record<ProbeStep, string> = {
  check: 'Asking whether the service answers…',
  read: 'Reading…',
  users: 'Trying users, with throw-away names…',
  'user-refusals': 'Trying what it refuses of users…',
  tokens: 'Trying tokens, with throw-away names…',
  'token-refusals': 'Trying what it refuses of tokens…',
  use: 'Trying what a value may do…',
  clean: 'Deleting what was made…',
}

/** Compatibility checks: what was seen, and what could not be told. */
export function LearnedSection() {
  const { probe, learned: store, toasts, announcer } = useConsole()
  const kept = useStore(store)
  const now = useNow()
  const learned = Learned.safeParse(kept).data ?? {}
  const lines = learnedLines(learned)
  const seen = lines.filter((line) => line.seen !== undefined).length
  const [asking, setAsking] = useState(false)
  const [step, setStep] = useState<ProbeStep>()
  const [told, setTold] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const check = async (write: boolean) => {
    setAsking(false)
    setTold(undefined)
    running.current = new AbortController()
    const { signal } = running.current
    try {
      const found = await probe({ write, freshName, now: Date.now, signal, onStep: setStep })
      store.put(found.learned)
      const says =
        found.left.length === 0 ? 'Checked.' : `Checked. These could not be deleted again: ${found.left.join(', ')}.`
      setTold(found.left.length === 0 ? undefined : says)
      announcer.say(says)
    } catch (error) {
      const problem = problemOf(error)
      if (problem !== undefined) setTold(`Not checked. ${problemWords(problem)}`)
    } finally {
      running.current = undefined
      setStep(undefined)
    }
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(JSON.stringify(learned, undefined, 2))
      toasts.show('Copied what was learned, as JSON.')
    } catch {
      toasts.show('This browser refused to copy.')
    }
  }

  return (
    <section className="panel" aria-labelledby="learned">
      <div className="panel-head">
        <div>
          <h2 id="learned">Compatibility checks</h2>
          <p className="hint">
            {seen} of {lines.length} seen. Nothing secret is kept, and the console acts by what was seen.
          </p>
        </div>
        <span className="end" />
        <button type="button" className="btn small" onClick={() => void copy()}>
          <Copy className="icon" aria-hidden="true" />
          Copy as JSON
        </button>
        {step === undefined ? (
          <button type="button" className="btn small" onClick={() => setAsking(true)}>
            <RefreshCw className="icon" aria-hidden="true" />
            Run checks
          </button>
        ) : (
          <button type="button" className="btn small" onClick={() => running.current?.abort()}>
            Stop
          </button>
        )}
      </div>
      {step !== undefined && <p className="hint learned-step">{stepWords[step]}</p>}
      {told !== undefined && <p className="hint learned-step">{told}</p>}
      <table role="table" className="grid learned" aria-labelledby="learned">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" className="l-what">
              Point
            </th>
            <th role="columnheader" scope="col">
              What was seen
            </th>
            <th role="columnheader" scope="col" className="c-upd">
              When
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {lines.map((line) => (
            <tr role="row" key={line.name}>
              <th role="rowheader" scope="row">
                {line.title}
              </th>
              <td role="cell">
                <Seen line={line} />
              </td>
              <td role="cell" className="c-upd" title={line.at === undefined ? undefined : bothMoments(line.at)}>
                {line.at === undefined ? '' : ago(line.at, now)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {asking && (
        <Suspense>
          <AskProbe onCheck={(write) => void check(write)} onCancel={() => setAsking(false)} />
        </Suspense>
      )}
    </section>
  )
}

function Seen({ line: { seen, toldNot, at } }: { line: LearnedLine }) {
  if (at === undefined) return <span className="muted">not checked yet</span>
  return seen === undefined ? (
    <span className="seen muted-st">
      <CircleHelp className="icon s14" aria-hidden="true" />
      <span>
        {couldNotBeTold}: {toldNot}
      </span>
    </span>
  ) : (
    <span className="seen">
      <Check className="icon s14" aria-hidden="true" />
      <span>{seen}</span>
    </span>
  )
}
