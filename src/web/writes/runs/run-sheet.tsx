import { useQueryClient } from '@tanstack/react-query'
import { Download, KeyRound, ListChecks, RotateCcw, Undo2, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { csvFile } from '#contract/csv.ts'
import type { ResourceName } from '#contract/problem.ts'
import { download } from '#web/ui/download.ts'
import { PageBanner } from '#web/ui/page-banner.tsx'
import { hashOf, routeOf } from '#web/list/route.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { useSession } from '#web/ui/session.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { useStore } from '#web/ui/store.ts'
import { clockOf, count, localMoment } from '#web/ui/time.ts'
import { secretWords } from '#web/writes/hand-over/secret.ts'
import { useUncopied } from '#web/writes/hand-over/use-uncopied.ts'
import { capitalized } from '#web/writes/verdict-words.ts'
import { continueRun, undoable, undoRun } from './perform-many.ts'
import type { ItemState, Run, RunItem, RunState } from './run-state.ts'
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
      <span>{`${countWords(counts)}.`}</span>
    </PageBanner>
  )
}

interface Props {
  run: Run
  state: RunState
  onHide: () => void
}

/** A run while it goes on, and its report. */
function RunSheet({ run, state, onHide }: Props) {
  const { phase, title, counts, items, startedAt, endedAt, isForgotten } = state
  const isOver = phase === 'ended'
  const needsWork = counts.failed + counts.unknown + counts['not-started'] > 0
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
  const there = (act: () => unknown) => {
    openPage(run.resource)
    void act()
  }
  const go = (rest: 'failed' | 'not-started', name?: string) => there(() => continueRun(page, run, rest, name))
  const buttonOf = ({ name, state, mayTryAgain }: RunItem) => {
    if (state === 'unknown') return <RowButton does="Refresh" name={name} run={(own) => void run.refresh(page, own)} />
    return mayTryAgain && !isForgotten && <RowButton does="Try again" name={name} run={(own) => go('failed', own)} />
  }
  const again = items.filter(({ mayTryAgain }) => mayTryAgain).length
  const undos = isOver ? undoable(page, state).length : 0
  const took = endedAt === undefined ? '' : `, after ${lengthWords(endedAt - startedAt)}`
  const of = (...states: ItemState[]) => items.filter((item) => states.includes(item.state))
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
          {/* Afterwards by result, what needs work first; before, what is under way, then the latest results. */}
          {isOver ? (
            reported.map((state) => (
              <RunList key={state} label={capitalized(stateWords[state])} items={of(state)} button={buttonOf} />
            ))
          ) : (
            <>
              <RunList label="Under way" items={of('running').toReversed()} />
              <RunList label="With a result" items={of('done', 'failed', 'unknown').toReversed()} />
              <RunList label="Waiting" items={of('waiting', 'not-started')} />
            </>
          )}
        </section>
      </div>
      <div ref={foot} className="foot">
        {isOver ? (
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
              <FootButton icon={Undo2} does={`Undo ${count(undos)}`} run={() => there(() => undoRun(page, run))} />
            )}
            {counts.unknown > 0 && (
              <FootButton does={`Refresh ${count(counts.unknown)} unknown`} run={() => void run.refresh(page)} />
            )}
            {!isForgotten && again > 0 && (
              <FootButton icon={RotateCcw} does={`Try ${count(again)} failed again`} run={() => go('failed')} />
            )}
            {!isForgotten && counts['not-started'] > 0 && (
              <FootButton does={`Continue with ${count(counts['not-started'])}`} run={() => go('not-started')} />
            )}
            <button type="button" className="btn primary" onClick={run.close}>
              Close
            </button>
          </>
        ) : (
          <>
            <span className="end" />
            <FootButton does="Cancel the rest" run={run.cancel} />
          </>
        )}
      </div>
    </Sheet>
  )
}

/** Opens the page of a resource, where its questions stand. */
function openPage(resource: ResourceName): void {
  if (routeOf(window.location.hash).page !== resource) window.location.hash = hashOf(resource)
}

/** A button of the foot. */
function FootButton({ icon: Icon, does, run }: { icon?: LucideIcon; does: string; run: () => void }) {
  return (
    <button type="button" className="btn raised-bg" onClick={run}>
      {Icon && <Icon className="icon" aria-hidden="true" />}
      <span>{does}</span>
    </button>
  )
}

/** A button of an item. */
function RowButton({ does, name, run }: { does: string; name: string; run: (name: string) => void }) {
  return (
    <button
      type="button"
      className="btn ghost small"
      aria-label={`${does}: ${visible(name)}`}
      onClick={() => run(name)}
    >
      {does}
    </button>
  )
}

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
  const { items, phase, pausedUntil } = state
  const uncopied = useUncopied(new Set(items.flatMap(({ outcome }) => outcome ?? [])))
  const [values, passwords] = [uncopied.value.length, uncopied.password.length]
  const { handOver } = useSession()
  const stopped = stoppedWords(state)
  if (phase !== 'ended') {
    const says =
      pausedUntil !== undefined
        ? `The service asks to wait. It goes on at ${clockOf(pausedUntil)}.`
        : 'It stops by itself when you are signed out or after 5 failures in a row.'
    return <p className="hint">{says}</p>
  }
  return (
    <>
      {stopped !== undefined && <p>{stopped}</p>}
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

/** The results as CSV, in the order of the run. */
const csvOf = (items: readonly RunItem[]) =>
  csvFile([['Name', 'Result', 'Details'], ...items.map(({ name, state, says }) => [name, stateWords[state], says])])
