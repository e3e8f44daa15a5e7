import { Fragment, useEffect, useRef, useState, type ComponentType } from 'react'
import { isTicked, type Fact, type Ticks, type Tick as TickOf } from '#web/resource/question.ts'
import { Confirm, Tick } from '#web/ui/confirm.tsx'
import { Arrow } from '#web/ui/arrow.tsx'
import { NameList } from '#web/ui/names/name-list.tsx'
import { Named } from '#web/ui/names/named.tsx'
import { useSession } from '#web/session/session.ts'
import { StatusMark } from '#web/ui/status-mark.tsx'
import { useStore } from '#web/ui/store.ts'
import { count } from '#web/ui/time.ts'
import { TypedName } from '#web/ui/names/typed-name.tsx'
import { useDesk } from './desk.tsx'
import type { LeftOut } from './job.ts'
import type { Asking, ChangedField, Reason } from './questions.ts'

/** Takes the chosen date; undefined: it has a fault, which is shown. */
export type TakeDate = () => Promise<unknown>

/** A field for a date that an act needs. */
export type DateField = ComponentType<{ says: string; onTake: (take: TakeDate) => void; onSubmit: () => void }>

interface Props {
  dateField: DateField
}

/** The first of the open questions. Leaving the page cancels them all. */
export function Questions({ dateField }: Props) {
  const { questions } = useDesk()
  const [first] = useStore(questions)
  return first && <QuestionDialog key={first.id} asking={first} dateField={dateField} />
}

/** The one dialog of every question: about one row or many, asked first or again. */
function QuestionDialog({ asking, dateField: DateInput }: Props & { asking: Asking }) {
  const { names, leftOut, ask, reason, onAnswer } = asking
  const { updates } = useDesk()
  useStore(updates) // what a check finds out changes the question
  const [ticked, setTicked] = useState<Ticks>({})
  /** The question for which the right thing was typed: a tick may ask for another number. */
  const [typedFor, setTypedFor] = useState<string>()
  const take = useRef<TakeDate>(undefined)
  const {
    title,
    action,
    danger,
    sentences,
    typed,
    ticks = [],
    needsDate,
    instead,
    facts,
    knowing = [],
    check: mayCheck,
  } = ask(ticked)
  const check = useCheck(mayCheck === true)
  // Of several, none stands in a sentence.
  const quoted = names.length === 1 ? names : []
  const asked = typed?.names.join('\n')
  const waits = (typed !== undefined && typedFor !== asked) || check.isRunning
  const go = async () => {
    if (waits) return
    const date = needsDate === undefined ? undefined : await take.current?.()
    if (needsDate !== undefined && date === undefined) return
    onAnswer({ ticks: ticked, knowing, ...(date !== undefined && { date }) })
  }
  return (
    <Confirm
      title={<Named text={title} names={quoted} />}
      action={action}
      danger={danger === true}
      disabled={waits}
      onConfirm={() => void go()}
      onCancel={() => onAnswer(undefined)}
      left={
        check.isOffered && (
          <button type="button" className="btn" aria-disabled={check.isRunning || undefined} onClick={check.run}>
            {check.isRunning ? 'Checking…' : 'Check first'}
          </button>
        )
      }
      other={
        instead && (
          <button
            type="button"
            className="btn ghost red"
            onClick={() => onAnswer({ ticks: ticked, knowing, isInstead: true })}
          >
            {instead.label}
          </button>
        )
      }
    >
      {reason && <ReasonWords reason={reason} />}
      {sentences.map((says) => (
        <p key={says}>
          <Named text={says} names={quoted} />
        </p>
      ))}
      {check.says !== undefined && <p>{check.says}</p>}
      {names.length + leftOut.length > 1 && <ManyNames names={names} leftOut={leftOut} />}
      {typed && <TypedName key={asked} {...typed} onTyped={(isRight) => setTypedFor(isRight ? asked : undefined)} />}
      <TickList ticks={ticks} ticked={ticked} onChange={setTicked} />
      {needsDate !== undefined && (
        <DateInput says={needsDate} onTake={(own) => (take.current = own)} onSubmit={() => void go()} />
      )}
      {reason?.is !== 'changed' && facts && <Facts facts={facts} />}
    </Confirm>
  )
}

/** The names of the rows of an act on many, and of those left out, with the reason: *3 of 46 are already inactive*. */
function ManyNames({ names, leftOut }: { names: readonly string[]; leftOut: readonly LeftOut[] }) {
  const all = count(names.length + leftOut.length)
  const reasons = [...new Set(leftOut.map(({ says }) => says))]
  return (
    <>
      <NameList label="Names" names={names} />
      {reasons.map((reason) => {
        const others = leftOut.filter(({ says }) => says === reason)
        const says = `${count(others.length)} of ${all} ${others.length === 1 ? 'is' : 'are'} ${reason}`
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
function ReasonWords({ reason }: { reason: Reason }) {
  if (reason.is === 'unchecked') return <p>{reason.says}</p>
  if (reason.is === 'locks') return <p>The list has changed meanwhile. Nothing was sent yet.</p>
  return (
    <>
      <p>It changed after you opened it. Nothing was sent yet.</p>
      <dl className="facts">
        {reason.fields.map((field) => (
          <Fragment key={field.label}>
            <dt>{field.label}</dt>
            <dd translate="no">
              <Changed {...field} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}

/** *on → off*; where both changed it: *yours on → off, now on*. */
function Changed({ seen, now, asked }: ChangedField) {
  if (asked === undefined)
    return (
      <>
        {seen}
        <Arrow />
        {now}
      </>
    )
  return (
    <>
      yours {seen}
      <Arrow />
      {asked}, now {now}
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
        <Tick key={id} checked={isTicked(ticks, ticked, id)} onChange={(isOn) => onChange({ ...ticked, [id]: isOn })}>
          {label}
        </Tick>
      ))}
    </div>
  )
}

/** *Check first*: its answer changes the question; what it could not find out is said. Closing the dialog ends it. */
function useCheck(isOffered: boolean) {
  const { announcer } = useSession()
  const { checkUpdates } = useDesk()
  const running = useRef<AbortController>(undefined)
  const [isRunning, setRunning] = useState(false)
  const [says, setSays] = useState<string>()
  useEffect(() => () => running.current?.abort(), [])
  const run = async () => {
    if (isRunning) return
    const stop = new AbortController()
    running.current = stop
    setRunning(true)
    setSays(undefined)
    const result = await checkUpdates(stop.signal)
    if (stop.signal.aborted) return
    setRunning(false)
    if (!result.isKnown) setSays(result.says)
    announcer.say(result.says)
  }
  return { isOffered: isOffered || isRunning, isRunning, says, run: () => void run() }
}
