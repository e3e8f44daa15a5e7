import { useQueryClient } from '@tanstack/react-query'
import { Download, KeyRound, ListChecks, Pause, Play, RotateCcw, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { csvFile } from '#contract/csv.ts'
import { download } from '#web/list/csv.ts'
import { PageBanner } from '#web/list/page-banner.tsx'
import { hashOf, routeOf } from '#web/list/route.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { useSession } from '#web/ui/session.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { useStore } from '#web/ui/store.ts'
import { clockOf, count, counted, localMoment } from '#web/ui/time.ts'
import { secretWords } from '#web/writes/hand-over/secret.ts'
import { useUncopied } from '#web/writes/hand-over/use-uncopied.ts'
import { capitalized } from '#web/writes/verdict-words.ts'
import { continueRun, undoable, undoRun } from './perform-many.ts'
import type { Run, RunItem, RunState } from './run-state.ts'
import { ResultMark, RunList } from './run-list.tsx'
import { countWords, lengthWords, reported, progressOf, stateWords, stoppedWords } from './run-words.ts'
import './run-sheet.css'

/** The run of this session: in its sheet, or, while that is hidden, in a line on every page. */
export function RunView({ run }: { run: Run }) {
  const { announcer } = useSession()
  const state = useStore(run)
  const [isOpen, setOpen] = useState(true)
  const { phase, title, counts } = state
  const { settled, all } = progressOf(state)
  const isOver = phase === 'ended'
  const quarter = Math.floor((4 * settled) / all)
  const said = useRef(0)
  useEffect(() => {
    if (isOver || quarter <= said.current) return
    said.current = quarter
    announcer.say(`${count(settled)} of ${count(all)}: ${countWords(counts)}.`)
  })
  if (isOpen) return <RunSheet run={run} state={state} onHide={() => setOpen(false)} />
  return (
    <PageBanner
      about="run"
      icon={<ListChecks className="icon" aria-hidden="true" />}
      actions={
        <button type="button" className="btn small" onClick={() => setOpen(true)}>
          Show
        </button>
      }
    >
      <b>{isOver ? `${title}.` : `${title}: ${count(settled)} of ${count(all)}.`}</b>{' '}
      <span>{`${phase === 'paused' ? 'Paused. ' : ''}${countWords(counts)}.`}</span>
    </PageBanner>
  )
}

/** What can be done from a report. No name: to all that it applies to. */
interface Acts {
  tryAgain: (name?: string) => void
  refresh: (name?: string) => void
  undo: () => void
  continue: () => void
  setPassword: (name: string) => void
}

interface Props {
  run: Run
  state: RunState
  onHide: () => void
}

/** A run while it goes on, and its report. */
function RunSheet({ run, state, onHide }: Props) {
  const { phase, title, counts, items, startedAt, endedAt } = state
  const isOver = phase === 'ended'
  const needsWork = counts.failed + counts.unknown + counts['not-started'] + state.lost.length > 0
  const foot = useRef<HTMLDivElement>(null)
  const wasOver = useRef(isOver)
  useEffect(() => {
    // With the phase, the button that had the focus may go.
    if (wasOver.current !== isOver && (document.activeElement ?? document.body) === document.body)
      foot.current?.querySelector<HTMLElement>('button:last-child')?.focus()
    wasOver.current = isOver
  }, [isOver])
  const session = useSession()
  const page = { session, client: useQueryClient() }
  /** Questions stand on the page of the resource. */
  const there = (act: () => unknown) => () => {
    if (routeOf(window.location.hash).page !== run.resource) window.location.hash = hashOf(run.resource)
    void act()
  }
  const acts: Acts = {
    tryAgain: (name) => there(() => run.tryAgain(page, only(name)))(),
    refresh: (name) => void run.refresh(page, only(name)),
    undo: there(() => undoRun(page, run)),
    continue() {
      if (state.file === undefined) return there(() => continueRun(page, run))()
      onHide()
      there(() => session.pageSheet.set({ page: run.resource, sheet: 'import' }))()
    },
    setPassword(row) {
      onHide()
      there(() => session.forms.waiting.set({ page: 'users', row, fields: {}, hasPassword: true }))()
    },
  }
  const took = endedAt === undefined ? '' : `, after ${lengthWords(endedAt - startedAt)}`
  return (
    <Sheet
      wide
      title={title}
      under={
        isOver ? `Finished ${localMoment(endedAt ?? startedAt)}${took}.` : 'At most 4 at once. Each one is read back.'
      }
      closes={isOver && !needsWork ? 'Close' : 'Hide'}
      onClose={isOver && !needsWork ? run.close : onHide}
    >
      <div className="body run">
        <div className="run-top">
          <Progress state={state} />
          <Counts state={state} />
          <Hints state={state} />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and may hold no button */}
        <section className="run-list" data-safe tabIndex={0} aria-label={`Items of this run: ${count(items.length)}`}>
          {isOver ? <Report items={items} lost={state.lost} acts={acts} /> : <Going items={items} />}
        </section>
      </div>
      <div ref={foot} className="foot">
        {isOver ? (
          <ReportFoot run={run} state={state} acts={acts} undos={undoable(page, state).length} />
        ) : (
          <GoingFoot run={run} phase={phase} />
        )}
      </div>
    </Sheet>
  )
}

const only = (name: string | undefined) => (name === undefined ? undefined : new Set([name]))

const lostWords = (n: number) => `${counted(n, 'generated password')} ${n === 1 ? 'was' : 'were'} lost with the tab.`

/** How far it has come; the parts are as long as their counts. */
function Progress({ state }: { state: RunState }) {
  const { counts } = state
  const { settled, all } = progressOf(state)
  const parts = (['done', 'unknown', 'failed'] as const).filter((part) => counts[part] > 0)
  const rest = all - parts.reduce((sum, part) => sum + counts[part], 0)
  return (
    <div
      className="run-bar"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its parts have colours of their own
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={all}
      aria-valuenow={settled}
      aria-valuetext={`${count(settled)} of ${count(all)}: ${countWords(counts)}`}
    >
      {parts.map((part) => (
        <i key={part} className={part} style={{ flexGrow: counts[part] }} />
      ))}
      <i style={{ flexGrow: rest }} />
    </div>
  )
}

function Counts({ state }: { state: RunState }) {
  const { counts, phase, timeLeft } = state
  const { settled, all } = progressOf(state)
  const isOver = phase === 'ended'
  const shown = (['done', 'failed', 'unknown', 'not-started'] as const).filter(
    (state) => state !== 'not-started' || counts[state] > 0,
  )
  return (
    <div className="run-counts">
      {!isOver && (
        <div>
          <b>{count(settled)}</b>
          <span>{`of ${count(all)}`}</span>
        </div>
      )}
      {shown.map((state) => (
        <div key={state}>
          <b>{count(counts[state])}</b>
          <span>
            <ResultMark state={state} />
            <span>{state === 'done' ? 'done' : stateWords[state]}</span>
          </span>
        </div>
      ))}
      {!isOver && timeLeft !== undefined && (
        <div className="left">
          <b>{lengthWords(timeLeft)}</b>
          <span>left, about</span>
        </div>
      )}
    </div>
  )
}

/** What the admin should know besides the counts. */
function Hints({ state }: { state: RunState }) {
  const { items, phase, pausedUntil, longestRest, lost } = state
  const uncopied = useUncopied(new Set(items.flatMap(({ outcome }) => outcome ?? [])))
  const [values, passwords] = [uncopied.value.length, uncopied.password.length]
  const { handOver } = useSession()
  const stopped = stoppedWords(state)
  if (phase !== 'ended') {
    const says =
      pausedUntil !== undefined
        ? `The service asks to wait. It goes on at ${clockOf(pausedUntil)}.`
        : phase === 'paused'
          ? 'Paused. What was sent is still read back.'
          : 'It stops by itself when you are signed out or after 5 failures in a row.'
    return <p className="hint">{says}</p>
  }
  return (
    <>
      {stopped !== undefined && <p>{stopped}</p>}
      {longestRest > 0 && (
        <p className="hint">{`Longest time between a read and its write: ${(longestRest / 1000).toFixed(1)} s.`}</p>
      )}
      {lost.length > 0 && (
        <div className="verdict amber">
          <KeyRound className="icon" aria-hidden="true" />
          <p>{lostWords(lost.length)}</p>
        </div>
      )}
      {values + passwords > 0 && (
        <div className="verdict news">
          <KeyRound className="icon" aria-hidden="true" />
          <p>{`${secretWords({ values, passwords })} not copied yet. Give them to those who use them.`}</p>
          <button type="button" className="btn small" onClick={() => handOver.set({ tokens: uncopied.value })}>
            Hand over…
          </button>
        </div>
      )}
    </>
  )
}

/** While it goes on: first what is under way, then what has a result, the latest first, then what waits. */
function Going({ items }: { items: readonly RunItem[] }) {
  const of = (...states: RunItem['state'][]) => items.filter(({ state }) => states.includes(state))
  return (
    <>
      <RunList label="Under way" items={of('running').toReversed()} />
      <RunList label="With a result" items={of('done', 'failed', 'unknown').toReversed()} />
      <RunList label="Waiting" items={of('waiting', 'not-started')} />
    </>
  )
}

/** Afterwards: by result, what needs work first. */
function Report({ items, lost, acts }: { items: readonly RunItem[]; lost: readonly string[]; acts: Acts }) {
  const button = ({ name, state, mayTryAgain }: RunItem) => {
    if (lost.includes(name))
      return <RowButton does="Set a new password" name={name} run={() => acts.setPassword(name)} />
    if (state === 'unknown') return <RowButton does="Refresh" name={name} run={() => acts.refresh(name)} />
    return mayTryAgain && <RowButton does="Try again" name={name} run={() => acts.tryAgain(name)} />
  }
  return reported.map((state) => (
    <RunList
      key={state}
      label={capitalized(stateWords[state])}
      items={items.filter((item) => item.state === state)}
      button={button}
    />
  ))
}

function RowButton({ does, name, run }: { does: string; name: string; run: () => void }) {
  return (
    <button type="button" className="btn ghost small" aria-label={`${does}: ${visible(name)}`} onClick={run}>
      {does}
    </button>
  )
}

function GoingFoot({ run, phase }: { run: Run; phase: RunState['phase'] }) {
  const isPaused = phase === 'paused'
  return (
    <>
      <span className="hint">A reload keeps the report.</span>
      <span className="end" />
      <button type="button" className="btn raised-bg" onClick={isPaused ? run.resume : run.pause}>
        {isPaused ? <Play className="icon" aria-hidden="true" /> : <Pause className="icon" aria-hidden="true" />}
        <span>{isPaused ? 'Resume' : 'Pause'}</span>
      </button>
      <button type="button" className="btn raised-bg" onClick={run.cancel}>
        Cancel the rest
      </button>
    </>
  )
}

function ReportFoot({ run, state, acts, undos }: { run: Run; state: RunState; acts: Acts; undos: number }) {
  const { items, counts } = state
  const again = items.filter(({ mayTryAgain, state }) => mayTryAgain && state === 'failed').length
  return (
    <>
      <button
        type="button"
        className="btn ghost"
        onClick={() => download(csvOf(items), `query-admin-${run.resource}-run.csv`)}
      >
        <Download className="icon" aria-hidden="true" />
        Export CSV
      </button>
      <span className="end" />
      {undos > 0 && (
        <button type="button" className="btn raised-bg" onClick={acts.undo}>
          <Undo2 className="icon" aria-hidden="true" />
          {`Undo ${count(undos)}`}
        </button>
      )}
      {counts.unknown > 0 && (
        <button type="button" className="btn raised-bg" onClick={() => acts.refresh()}>
          {`Refresh ${count(counts.unknown)} unknown`}
        </button>
      )}
      {again > 0 && (
        <button type="button" className="btn raised-bg" onClick={() => acts.tryAgain()}>
          <RotateCcw className="icon" aria-hidden="true" />
          {`Try ${count(again)} failed again`}
        </button>
      )}
      {counts['not-started'] > 0 && (
        <button type="button" className="btn raised-bg" onClick={acts.continue}>
          {state.file === undefined ? `Continue with ${count(counts['not-started'])}` : 'Choose the file again…'}
        </button>
      )}
      <button type="button" className="btn primary" onClick={run.close}>
        Close
      </button>
    </>
  )
}

/** The results as CSV, in the order of the run. */
const csvOf = (items: readonly RunItem[]) =>
  csvFile([['Name', 'Result', 'Details'], ...items.map(({ name, state, says }) => [name, stateWords[state], says])])
