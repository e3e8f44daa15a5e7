import { Fragment, useRef, useState, type ComponentType } from 'react'
import type { ResourceName } from '#api/problem.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import { lineId, type ConfirmationLine, type Sentences } from '#web/resource/confirmation.ts'
import type { AnyResourceDefinition, Noun } from '#web/resource/resource.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import { useSession } from '#web/session/session.ts'
import { ConfirmDialog, TypeToConfirm } from '#web/ui/confirm-dialog.tsx'
import { ArrowIcon, StatusIcon } from '#web/ui/icons.tsx'
import { NameList } from '#web/ui/show-more.tsx'
import { displayText, TextWithNames, UntrustedText } from '#web/ui/untrusted-text.tsx'
import { useStore } from '#web/ui/store.ts'
import { formatCount, pluralize } from '#web/ui/format.ts'
import { useAppContext } from './app-context.tsx'
import type { SkippedRow } from './job.ts'
import type { PendingConfirmation } from './confirmations.ts'
import { describeConflict, type FieldChange } from './conflict.ts'

/** Takes the chosen expiry; undefined: it has a fault, which is shown. */
export type SubmitDate = () => Promise<unknown>

/** A field for an expiry that an action needs. */
export type DatePromptComponent = ComponentType<{
  registerSubmit: (submit: SubmitDate) => void
  onSubmit: () => void
}>

interface ConfirmationDialogsProps {
  DatePrompt: DatePromptComponent
  sentences: Readonly<Record<ResourceName, Sentences>>
}

/** The sentences that a confirmation about any rows may say. */
export const commonSentences: Sentences = {
  hidden: ['# of them are not shown.'],
  'one-hidden': ['1 of them is not shown.'],
  'list-changed': ['The list has changed since; nothing was sent yet.'],
  why: ['#'],
  'plain-text': ['The file holds the secrets as plain text.'],
  'is-usable': ['Anyone who gets it can use them.'],
  'open-as-text': ['Open it as text: a spreadsheet may change what it shows.'],
  'delete-file': ['Delete it when you no longer need it.'],
}

/** A sentence, and the action that a part of it, in [], does instead. */
export interface ConfirmationText {
  id: string
  text: string
  instead?: string | undefined
}

/** The sentence of a line about rows of these names. @throws {Error} when there is none. */
export function confirmationText(
  line: ConfirmationLine,
  names: readonly string[],
  noun: Noun,
  sentences: Sentences,
): ConfirmationText {
  const id = lineId(line)
  const [ofOne, ofMany = ofOne, instead] = sentences[id] ?? commonSentences[id] ?? []
  if (ofOne === undefined || ofMany === undefined) throw new Error(`no sentence ${id}`)
  const [name = ''] = names
  const rows = names.length === 1 ? `“${displayText(name)}”` : pluralize(names.length, noun)
  const subject = typeof line === 'string' ? rows : line[1]
  return { id, text: (names.length === 1 ? ofOne : ofMany).replace('#', () => subject), instead }
}

/** The first of the open confirmations. Leaving the page cancels them all. */
export function ConfirmationDialogs(props: ConfirmationDialogsProps) {
  const { confirmations } = useAppContext()
  const [current] = useStore(confirmations)
  return current && <ConfirmActionDialog key={current.id} pending={current} {...props} />
}

/** The one dialog for all confirmations: about one row or many, asked first or again. */
function ConfirmActionDialog({
  pending,
  DatePrompt,
  sentences,
}: ConfirmationDialogsProps & { pending: PendingConfirmation }) {
  const { resources, actionContext } = useAppContext()
  const { names, skipped, question, row, conflict, onAnswer } = pending
  const { title, confirmLabel, danger, paragraphs, typeToConfirm, asksForExpiry } = question
  const [isTyped, setTyped] = useState(typeToConfirm === undefined)
  const submitDate = useRef<SubmitDate>(undefined)
  const resource = resources[pending.resource]
  const context = actionContext(pending.resource)
  const sides = conflict && describeConflict(conflict, resource, context)
  // Of several, none stands in a sentence.
  const quotedNames = names.length === 1 ? names : []
  const confirm = async () => {
    if (!isTyped) return
    if (!asksForExpiry) return onAnswer({})
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
        conflict && (
          <button type="button" className="btn" onClick={() => onAnswer({ isReload: true })}>
            Reload
          </button>
        )
      }
    >
      {sides && <p>{sides.sentences.join(' ')}</p>}
      {paragraphs.map((lines) => (
        <p key={lines.join()}>
          {lines.map((line, index) => (
            <Fragment key={lineId(line)}>
              {index > 0 && ' '}
              <LineText
                line={confirmationText(line, names, resource.noun, sentences[pending.resource])}
                names={quotedNames}
                onInstead={(instead) => onAnswer({ instead })}
              />
            </Fragment>
          ))}
        </p>
      ))}
      {names.length + skipped.length > 1 && <AffectedNames names={names} skipped={skipped} />}
      {sides ? <ConflictSides {...sides} /> : <RowFacts resource={resource} row={row} context={context} />}
      {typeToConfirm && <TypeToConfirm {...typeToConfirm} onTyped={setTyped} />}
      {asksForExpiry && (
        <DatePrompt registerSubmit={(submit) => (submitDate.current = submit)} onSubmit={() => void confirm()} />
      )}
    </ConfirmDialog>
  )
}

interface LineTextProps {
  line: ConfirmationText
  names: readonly string[]
  onInstead: (action: string) => void
}

/** A sentence; what does another action instead is a link in it. */
function LineText({ line: { text, instead }, names, onInstead }: LineTextProps) {
  if (instead === undefined) return <TextWithNames text={text} names={names} />
  const [before, label, after] = text.split(/[[\]]/)
  return (
    <>
      {before}
      <button type="button" className="link" onClick={() => onInstead(instead)}>
        {label}
      </button>
      {after}
    </>
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

/** *Their change: Write off → on*, and the same of the admin’s own. */
function ConflictSides({ theirs, yours }: Record<'theirs' | 'yours', readonly FieldChange[]>) {
  const sides = [
    ['Their change', theirs],
    ['Your change', yours],
  ] as const
  if (theirs.length + yours.length === 0) return null
  return (
    <dl className="facts sides">
      {sides.map(([side, changes]) =>
        changes.map(({ label, before, after }, index) => (
          <Fragment key={label}>
            <dt>{index === 0 && side}</dt>
            <dd>
              <span>{label}</span> <span translate="no">{before}</span>
              <ArrowIcon />
              <span translate="no">{after}</span>
            </dd>
          </Fragment>
        )),
      )}
    </dl>
  )
}

interface RowFactsProps {
  resource: AnyResourceDefinition
  /** Undefined: there are several. */
  row: TimestampedRow | undefined
  context: RowContext
}

/** Which row it is, the same under every question; and on which service, if there is another console. */
function RowFacts({ resource: { fields, identifyingFields }, row, context }: RowFactsProps) {
  const { service, otherConsoles } = useSession()
  if (row === undefined && otherConsoles.length === 0) return null
  return (
    <dl className="facts">
      {row !== undefined &&
        identifyingFields.map((name) => {
          const field = fields[name]
          const mark = field?.mark?.(row, context)
          const text = field?.format(row, context) ?? ''
          return (
            <Fragment key={name}>
              <dt>{field?.label}</dt>
              <dd>
                {mark && <StatusIcon mark={mark} />}
                <span translate="no">
                  <UntrustedText text={text} />
                </span>
              </dd>
            </Fragment>
          )
        })}
      {otherConsoles.length > 0 && (
        <>
          <dt>Service</dt>
          <dd>
            <span className="svc-dot" />
            <span translate="no">{service.name}</span>
          </dd>
        </>
      )}
    </dl>
  )
}
