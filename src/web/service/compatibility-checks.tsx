import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Learned } from '#contract/learned.ts'
import { learnedLines } from '#contract/probe/point-words.ts'
import { type ProbeStep, stepWords } from '#contract/probe/report.ts'
import { useStore } from '#web/ui/store.ts'
import { ago } from '#web/ui/time.ts'
import { useNow } from '#web/ui/clock.ts'
import { useSession } from '#web/ui/session.ts'
import { valueOnUpdate } from '#web/writes/known/learned-store.ts'
import { notCheckedWords } from '#web/resource/problem-words.ts'
import { FindingsTable } from './findings-table.tsx'
import './compatibility-checks.css'

/** Runs the compatibility checks, and shows their findings. */
export function CompatibilityChecks() {
  const { probe, learned: store, choices, toasts, announcer } = useSession()
  const checks = useStore(store)
  const { alwaysRepair } = useStore(choices)
  const now = useNow()
  const learned = Learned.safeParse(checks).data ?? {}
  const lines = learnedLines(learned)
  const last = Math.max(...lines.map(({ at }) => at ?? 0))
  const determined = lines.filter(({ comparison }) => comparison !== 'unknown').length
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
    <section className="panel checks-panel" aria-labelledby="checks">
      <div className="panel-head">
        <div>
          <h2 id="checks">Compatibility checks</h2>
          <p className="hint">
            {last === 0 ? 'Not run yet' : `Last run ${ago(last, now)} · ${determined} of ${lines.length} determined`}
          </p>
        </div>
      </div>
      <div className="checks-intro">
        <p>
          Query’s documentation doesn’t cover everything. The checks find out what this service does, and the console
          acts on it. They create tokens and users named “query-admin-probe-…”, change them and delete them again. No
          other row is touched. Read-only checks create nothing and find less.
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
                Run read-only checks
              </button>
            </>
          )}
          <p className="hint">{progress}</p>
        </div>
      </div>
      {last > 0 && <FindingsTable lines={lines} now={now} />}
      {valueOnUpdate(checks) === 'new-refused' && (
        <label className="check-line">
          <input
            type="checkbox"
            checked={alwaysRepair === true}
            onChange={(event) => choices.setAlwaysRepair(event.target.checked)}
          />
          Repair afterwards: save a token again until its new value agrees with it
        </label>
      )}
      {last > 0 && (
        <div className="checks-foot">
          <button type="button" className="btn small" onClick={() => void copy()}>
            <Copy className="icon" aria-hidden="true" />
            Copy as JSON
          </button>
        </div>
      )}
    </section>
  )
}
