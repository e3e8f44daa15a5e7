import { Fragment, useEffect, useRef, useState, type ComponentType } from 'react'
import { useSession } from '#web/ui/session.ts'
import { Confirm, Tick } from '#web/ui/confirm.tsx'
import { NameList } from '#web/ui/names/name-list.tsx'
import { Named } from '#web/ui/names/named.tsx'
import { StatusMark } from '#web/ui/status-mark.tsx'
import { useStore } from '#web/ui/store.ts'
import { count } from '#web/ui/time.ts'
import { TypedName } from '#web/ui/names/typed-name.tsx'
import { Arrow } from '#web/writes/note-content.tsx'
import type { AskDialog as OpenDialog, Many } from './dialogs.ts'
import {
  isTicked,
  sentencesOf,
  serviceFact,
  type Fact,
  type Question,
  type ReasonToAsk,
  type Tick as TickOf,
  type Ticks,
} from './question.ts'

/** Takes the chosen date; undefined: it has a fault, which is shown. */
export type TakeDate = () => Promise<unknown>

/** A field for a date that an act needs. */
export type DateField = ComponentType<{ says: string; onTake: (take: TakeDate) => void; onSubmit: () => void }>

interface Props {
  dialog: OpenDialog
  dateField?: DateField | undefined
  onShow: (name: string) => void
}

/** The dialog of every question. */
export function AskDialog({ dialog, dateField: DateInput, onShow }: Props) {
  const { name, asks, reason, many, onAnswer } = dialog
  const { updates, place } = useSession()
  useStore(updates) // what a check finds out changes the question
  const [ticked, setTicked] = useState<Ticks>({})
  /** The question for which the right thing was typed: a tick may ask for another number. */
  const [typedFor, setTypedFor] = useState<string>()
  const take = useRef<TakeDate>(undefined)
  const question = asks(ticked)
  const { title, action, danger, back, names = [], typed, ticks = [], leftOut = [], needsDate, instead } = question
  const check = useCheck(question.check)
  const asked = typed?.names.join('\n')
  const isNothing = many !== undefined && leftOut.length === many.names.length
  const waits = isNothing || (typed !== undefined && typedFor !== asked) || check.isRunning
  const facts = question.facts ?? (many && [serviceFact(place)])
  const all = [name, ...names]
  const go = async () => {
    if (waits) return
    const date = needsDate === undefined ? undefined : await take.current?.()
    if (needsDate !== undefined && date === undefined) return
    question.keep?.(ticked)
    if (question.shows === true) onShow(name)
    onAnswer({ ticks: ticked, ...(date !== undefined && { date }) })
  }
  return (
    <Confirm
      title={<Named text={title} names={all} />}
      action={action}
      danger={danger === true}
      plain={check.isOffered}
      {...(back !== undefined && { back })}
      disabled={waits}
      onConfirm={() => void go()}
      onCancel={() => onAnswer(undefined)}
      other={
        <>
          {check.isOffered && (
            // Beside the button that goes on, which stays where it is: the second half of a double click must not hit it.
            <button
              type="button"
              className="btn primary"
              aria-disabled={check.isRunning || undefined}
              onClick={check.run}
            >
              {check.label}
            </button>
          )}
          {instead && (
            <button type="button" className="btn ghost red" onClick={() => onAnswer({ isInstead: true })}>
              {instead.label}
            </button>
          )}
        </>
      }
    >
      {reason && <Reason reason={reason} />}
      {sentencesOf(question).map((says) => (
        <p key={says}>
          <Named text={says} names={all} />
        </p>
      ))}
      {many && (
        <ManyNames
          names={many.names.filter((own) => !leftOut.some((row) => row.name === own))}
          leftOut={[...many.leftOut, ...leftOut]}
        />
      )}
      {check.says !== undefined ? (
        <p>{check.says}</p>
      ) : (
        question.check && <p className="hint">{`“${checkLabel}” ${question.check.does}`}</p>
      )}
      {typed && <TypedName key={asked} {...typed} onTyped={(isRight) => setTypedFor(isRight ? asked : undefined)} />}
      <TickList ticks={ticks} ticked={ticked} onChange={setTicked} />
      {needsDate !== undefined && DateInput && (
        <DateInput says={needsDate} onTake={(own) => (take.current = own)} onSubmit={() => void go()} />
      )}
      {reason?.is !== 'conflict' && facts && <Facts facts={facts} />}
    </Confirm>
  )
}

/** The names of the rows of an act on many, and of those left out, with the reason: *3 of 46 are already inactive*. */
function ManyNames({ names, leftOut }: Many) {
  const all = count(names.length + leftOut.length)
  const reasons = [...new Set(leftOut.map(({ says }) => says))]
  return (
    <>
      <NameList label="Names" names={names} />
      {reasons.map((reason) => {
        const others = leftOut.filter(({ says }) => says === reason)
        const are = others.length === 1 ? `is ${reason}` : `are ${others[0]?.ofMany ?? reason}`
        const says = `${count(others.length)} of ${all} ${are}`
        return (
          <details key={reason} className="left-out" open={others.length <= 3}>
            <summary>{says}</summary>
            <NameList label={says} names={others.map(({ name }) => name)} />
          </details>
        )
      })}
    </>
  )
}

/** Why it is asked again. */
function Reason({ reason }: { reason: ReasonToAsk }) {
  if (reason.is === 'unchecked') return <p>{reason.says}</p>
  return (
    <>
      <p>It changed after this list was loaded. Nothing was sent yet.</p>
      <dl className="facts">
        {reason.compared
          .filter(({ seen, now }) => seen !== now)
          .map(({ label, seen, now }) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd translate="no">
                {seen}
                <Arrow />
                {now}
              </dd>
            </Fragment>
          ))}
      </dl>
    </>
  )
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, says, mark, isService }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>
            {mark && <StatusMark mark={mark} />}
            {isService && <span className="svc-dot" />}
            <span translate="no">{says}</span>
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

interface TickListProps {
  ticks: readonly TickOf[]
  ticked: Ticks
  onChange: (ticked: Ticks) => void
}

/** What can be ticked. */
export function TickList({ ticks, ticked, onChange }: TickListProps) {
  if (ticks.length === 0) return null
  return (
    <div className="checks">
      {ticks.map(({ id, label }) => (
        <Tick
          key={id}
          checked={isTicked({ ticks }, ticked, id)}
          onChange={(isOn) => onChange({ ...ticked, [id]: isOn })}
        >
          {label}
        </Tick>
      ))}
    </div>
  )
}

export const checkLabel = 'Check first'

/** *Check first*, and its result. Closing the dialog cancels it. */
export function useCheck(check: Question['check']) {
  const { announcer } = useSession()
  const running = useRef<AbortController>(undefined)
  const [isRunning, setRunning] = useState(false)
  const [says, setSays] = useState<string>()
  useEffect(() => () => running.current?.abort(), [])
  const run = async () => {
    if (isRunning || check === undefined) return
    const stop = new AbortController()
    running.current = stop
    setRunning(true)
    setSays(undefined)
    const result = await check.run(stop.signal)
    if (stop.signal.aborted) return
    setRunning(false)
    // An answer changes the question itself.
    setSays(result.isAnswer ? undefined : result.says)
    announcer.say(result.says)
  }
  const label = isRunning ? 'Checking…' : checkLabel
  return { isOffered: check !== undefined || isRunning, isRunning, label, says, run: () => void run() }
}
