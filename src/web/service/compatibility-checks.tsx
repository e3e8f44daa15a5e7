import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Learned, seenOf } from '#contract/learned.ts'
import { pointNames } from '#contract/probe/points.ts'
import { type ProbeStep, stepWords } from '#contract/probe/report.ts'
import { useStore } from '#web/ui/store.ts'
import { ago } from '#web/ui/time.ts'
import { useNow } from '#web/app/clock.ts'
import { useConsole } from '#web/app/console.tsx'
import { notCheckedWords } from '#web/writes/problem-words.ts'
import { AllPoints } from './all-points.tsx'
import { findings } from './finding-sentences.ts'
import './compatibility-checks.css'

/** Runs the compatibility checks, and shows their findings. */
export function CompatibilityChecks() {
  const { probe, learned: store, knowledge, toasts, announcer } = useConsole()
  const kept = useStore(store)
  const { valueOnUpdate, alwaysRepair } = useStore(knowledge)
  const now = useNow()
  const learned = Learned.safeParse(kept).data ?? {}
  const seen = Object.fromEntries(pointNames.map((name) => [name, seenOf(learned, name)]))
  const found = findings(seen)
  const last = Math.max(...pointNames.map((name) => learned[name]?.at ?? 0))
  const [progress, setProgress] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const [isRunning, setRunning] = useState(false)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (write: boolean) => {
    running.current = new AbortController()
    const { signal } = running.current
    setRunning(true)
    try {
      const onStep = (step: ProbeStep) => setProgress(stepWords[step])
      const { learned, left, interrupted } = await probe({ write, signal, onStep })
      store.put(learned)
      const end = interrupted ? 'Stopped.' : 'Checked.'
      const over = left.length === 0 ? end : `${end} These could not be deleted: ${left.join(', ')}.`
      setProgress(over)
      announcer.say(over)
    } catch (error) {
      const failed = notCheckedWords(error)
      setProgress(failed)
      announcer.alert(failed)
    } finally {
      running.current = undefined
      setRunning(false)
    }
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(JSON.stringify(learned, undefined, 2))
      toasts.show('Copied the findings as JSON.')
    } catch {
      toasts.show('This browser refused to copy.', { mark: 'failed' })
    }
  }

  return (
    <section className="panel" aria-labelledby="checks">
      <div className="panel-head">
        <div>
          <h2 id="checks">Compatibility checks</h2>
          <p className="hint">{last === 0 ? 'Not run yet' : `Last finding ${ago(last, now)}`}</p>
        </div>
      </div>
      <div className="checks-intro">
        <p>
          The documentation of Query leaves a lot open. The checks find out what this service does, and the console acts
          on it. They create tokens and users named “query-admin-probe-…”, change them and delete them again. No other
          row is touched. <i>Only read</i> creates nothing but finds out less.
        </p>
        <div className="checks-acts">
          {isRunning ? (
            <button type="button" className="btn" data-home onClick={() => running.current?.abort()}>
              Stop
            </button>
          ) : (
            <>
              <button type="button" className="btn primary" data-home onClick={() => void run(true)}>
                Run checks
              </button>
              <button type="button" className="btn" onClick={() => void run(false)}>
                Only read
              </button>
            </>
          )}
          <p className="hint">{progress}</p>
        </div>
      </div>
      {found.length > 0 && (
        <ul className="findings" aria-label="Findings">
          {found.map((sentence) => (
            <li key={sentence}>
              <Check className="icon s14" aria-hidden="true" />
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {valueOnUpdate === 'new-refused' && (
        <label className="check-line">
          <input
            type="checkbox"
            checked={alwaysRepair === true}
            onChange={(event) => knowledge.setAlwaysRepair(event.target.checked)}
          />
          Repair afterwards: save a token again until its new value agrees with it
        </label>
      )}
      {last > 0 && (
        <>
          <AllPoints learned={learned} now={now} />
          <div className="checks-foot">
            <button type="button" className="btn small" onClick={() => void copy()}>
              <Copy className="icon" aria-hidden="true" />
              Copy as JSON
            </button>
          </div>
        </>
      )}
    </section>
  )
}
