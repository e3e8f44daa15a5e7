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

/** A field for a date that an action needs. */
export type DatePromptComponent = ComponentType<{
  message: string
  registerSubmit: (submit: SubmitDate) => void
  onSubmit: () => void
}>

interface ConfirmationDialogsProps {
  DatePrompt: DatePromptComponent
}

/** The first of the open confirmations. Leaving the page cancels them all. */
export function ConfirmationDialogs({ DatePrompt }: ConfirmationDialogsProps) {
  const { confirmations } = useAppContext()
  const [current] = useStore(confirmations)
  return current && <ConfirmActionDialog key={current.id} pending={current} DatePrompt={DatePrompt} />
}

/** The one dialog for all confirmations: about one row or many, asked first or again. */
function ConfirmActionDialog({
  pending,
  DatePrompt: DateInput,
}: ConfirmationDialogsProps & { pending: PendingConfirmation }) {
  const { names, skipped, question, reason, onAnswer } = pending
  const { title, confirmLabel, danger, paragraphs, typeToConfirm, datePrompt, alternative, details } = question
  const [isTyped, setTyped] = useState(typeToConfirm === undefined)
  const submitDate = useRef<SubmitDate>(undefined)
  // Of several, none stands in a sentence.
  const quotedNames = names.length === 1 ? names : []
  const confirm = async () => {
    if (!isTyped) return
    if (datePrompt === undefined) return onAnswer({})
    const date = await submitDate.current?.()
    if (date !== undefined) onAnswer({ date })
  }
  return (
    <ConfirmDialog
      title={<TextWithNames text={title} names={quotedNames} />}
      confirmLabel={confirmLabel}
      danger={danger === true}
      disabled={!isTyped}
      onConfirm={() => void confirm()}
      onCancel={() => onAnswer(undefined)}
      footerStart={
        alternative && (
          <button type="button" className="btn" onClick={() => onAnswer({ isInstead: true })}>
            {alternative.label}
          </button>
        )
      }
    >
      {reason && <ReconfirmText reason={reason} />}
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>
          <TextWithNames text={paragraph} names={quotedNames} />
        </p>
      ))}
      {names.length + skipped.length > 1 && <AffectedNames names={names} skipped={skipped} />}
      {typeToConfirm && <TypeToConfirm {...typeToConfirm} onTyped={setTyped} />}
      {datePrompt !== undefined && (
        <DateInput
          message={datePrompt}
          registerSubmit={(submit) => (submitDate.current = submit)}
          onSubmit={() => void confirm()}
        />
      )}
      {reason?.type !== 'conflict' && details && <ConfirmationDetails details={details} />}
    </ConfirmDialog>
  )
}

/**
 * The names of the rows of an action on many, and of those left out, with the reason: *3 of 46 are already inactive*.
 */
function AffectedNames({ names, skipped }: { names: readonly string[]; skipped: readonly SkippedRow[] }) {
  const all = formatCount(names.length + skipped.length)
  const reasons = [...new Set(skipped.map(({ reason: text }) => text))]
  return (
    <>
      <NameList label="Names" names={names} />
      {reasons.map((reason) => {
        const sameReason = skipped.filter(({ reason: text }) => text === reason)
        const text = `${formatCount(sameReason.length)} of ${all} ${sameReason.length === 1 ? 'is' : 'are'} ${reason}`
        return (
          <details key={reason} className="left-out" open={sameReason.length <= 3}>
            <summary>{text}</summary>
            <NameList label={text} names={sameReason.map(({ name }) => name)} />
          </details>
        )
      })}
    </>
  )
}

/** Why it is asked again. */
function ReconfirmText({ reason }: { reason: ReconfirmReason }) {
  if (reason.type === 'identity-unknown') return <p>{reason.message}</p>
  if (reason.type === 'lockout') return <p>The list has changed since. Nothing was sent yet.</p>
  return (
    <>
      <p>It changed after you opened it. Nothing was sent yet.</p>
      <dl className="facts">
        {reason.fields.map((field) => (
          <Fragment key={field.label}>
            <dt>{field.label}</dt>
            <dd translate="no">
              <ConflictDiff {...field} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}

/** *on → off*; where both changed it: *yours on → off, now on*. */
function ConflictDiff({ previousText, currentText, requestedText }: ConflictField) {
  if (requestedText === undefined)
    return (
      <>
        {previousText}
        <ArrowIcon />
        {currentText}
      </>
    )
  return (
    <>
      yours {previousText}
      <ArrowIcon />
      {requestedText}, now {currentText}
    </>
  )
}

function ConfirmationDetails({ details }: { details: readonly ConfirmationDetail[] }) {
  return (
    <dl className="facts">
      {details.map(({ label, value, mark, isService }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>
            {mark && <StatusIcon mark={mark} />}
            {isService && <span className="svc-dot" />}
            <span translate="no">{value}</span>
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
