import { Fragment, useRef, useState, type ComponentType } from 'react'
import type { ConfirmationDetail } from '#web/resource/action.ts'
import { ConfirmDialog, TypeToConfirm } from '#web/ui/confirm-dialog.tsx'
import { ArrowIcon, StatusIcon } from '#web/ui/icons.tsx'
import { NameList } from '#web/ui/show-more.tsx'
import { TextWithNames } from '#web/ui/untrusted-text.tsx'
import { useStore } from '#web/ui/store.ts'
import { formatCount } from '#web/ui/format.ts'
import { useAppContext } from './app-context.tsx'
import type { SkippedRow } from './job.ts'
import type { PendingConfirmation, ConflictField, ReconfirmReason } from './confirmations.ts'

/** Takes the chosen date; undefined: it has a fault, which is shown. */
export type SubmitDate = () => Promise<unknown>

/** A field for a date that an act needs. */
export type DatePromptComponent = ComponentType<{
  says: string
  onTake: (take: SubmitDate) => void
  onSubmit: () => void
}>

interface Props {
  dateField: DatePromptComponent
}

/** The first of the open questions. Leaving the page cancels them all. */
export function ConfirmationDialogs({ dateField }: Props) {
  const { confirmations } = useAppContext()
  const [first] = useStore(confirmations)
  return first && <QuestionDialog key={first.id} asking={first} dateField={dateField} />
}

/** The one dialog of every question: about one row or many, asked first or again. */
function QuestionDialog({ asking, dateField: DateInput }: Props & { asking: PendingConfirmation }) {
  const { names, skipped, question, reason, onAnswer } = asking
  const { title, confirmLabel, danger, paragraphs, typeToConfirm, datePrompt, alternative, details } = question
  const [isTyped, setTyped] = useState(typeToConfirm === undefined)
  const take = useRef<SubmitDate>(undefined)
  // Of several, none stands in a sentence.
  const quoted = names.length === 1 ? names : []
  const go = async () => {
    if (!isTyped) return
    if (datePrompt === undefined) return onAnswer({})
    const date = await take.current?.()
    if (date !== undefined) onAnswer({ date })
  }
  return (
    <ConfirmDialog
      title={<TextWithNames text={title} names={quoted} />}
      action={confirmLabel}
      danger={danger === true}
      disabled={!isTyped}
      onConfirm={() => void go()}
      onCancel={() => onAnswer(undefined)}
      left={
        alternative && (
          <button type="button" className="btn" onClick={() => onAnswer({ isInstead: true })}>
            {alternative.label}
          </button>
        )
      }
    >
      {reason && <ReasonWords reason={reason} />}
      {paragraphs.map((says) => (
        <p key={says}>
          <TextWithNames text={says} names={quoted} />
        </p>
      ))}
      {names.length + skipped.length > 1 && <ManyNames names={names} leftOut={skipped} />}
      {typeToConfirm && <TypeToConfirm {...typeToConfirm} onTyped={setTyped} />}
      {datePrompt !== undefined && (
        <DateInput says={datePrompt} onTake={(own) => (take.current = own)} onSubmit={() => void go()} />
      )}
      {reason?.type !== 'conflict' && details && <Facts facts={details} />}
    </ConfirmDialog>
  )
}

/** The names of the rows of an act on many, and of those left out, with the reason: *3 of 46 are already inactive*. */
function ManyNames({ names, leftOut }: { names: readonly string[]; leftOut: readonly SkippedRow[] }) {
  const all = formatCount(names.length + leftOut.length)
  const reasons = [...new Set(leftOut.map(({ says }) => says))]
  return (
    <>
      <NameList label="Names" names={names} />
      {reasons.map((reason) => {
        const others = leftOut.filter(({ says }) => says === reason)
        const says = `${formatCount(others.length)} of ${all} ${others.length === 1 ? 'is' : 'are'} ${reason}`
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
function ReasonWords({ reason }: { reason: ReconfirmReason }) {
  if (reason.type === 'identity-unknown') return <p>{reason.says}</p>
  if (reason.type === 'lockout') return <p>The list has changed since. Nothing was sent yet.</p>
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
function Changed({ seen, now, asked }: ConflictField) {
  if (asked === undefined)
    return (
      <>
        {seen}
        <ArrowIcon />
        {now}
      </>
    )
  return (
    <>
      yours {seen}
      <ArrowIcon />
      {asked}, now {now}
    </>
  )
}

function Facts({ facts }: { facts: readonly ConfirmationDetail[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, says, mark, isService }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>
            {mark && <StatusIcon mark={mark} />}
            {isService && <span className="svc-dot" />}
            <span translate="no">{says}</span>
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
