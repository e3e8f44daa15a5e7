import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Dated } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/save.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { StatusMark } from '#web/ui/status-mark.tsx'
import { ago, clockOf, plainMoment } from '#web/ui/time.ts'
import { useNow } from '#web/app/clock.ts'
import { compared, type ShownResource } from './shown-resource.ts'
import type { ConflictedSave, SaveOptions } from './use-row-work.ts'
import './conflict.css'

/** What the admin can save: only their change, or every other field as they saw it, too. */
const choices = { mine: 'Save only my change', all: 'Overwrite with mine' } as const
type Choice = keyof typeof choices

/** A sentence of a warning. Sentences with the same key say the same. */
export interface Sentence {
  key: string
  says: ReactNode
}

/** What must be said, typed or ticked before one of several saves of a row. `Question`: what is asked before one. */
export interface SaveWarning<Question> {
  sentences: (question: Question) => readonly Sentence[]
  /** The button waits, as for a typed name. */
  waits: (question: Question) => boolean
  /** What can be ticked or must be typed, under the sentences. */
  rest: ReactNode
  /** Another button, after the one that cancels. */
  other?: ReactNode
  /** Keeps what was ticked. Call it before the save. */
  settle: (question: Question) => void
}

/** What happens to a save that a conflict stopped. */
export interface ConflictProps<Row, Change, Options extends SaveOptions> extends ConflictedSave<Row, Change, Options> {
  /** Saves despite the other change. Nothing else is asked. */
  onSave: (from: Seen<Row>, change: Change, options: Options) => void
  onCancel: () => void
}

interface Props<Row extends Dated, Change, Context, Options extends SaveOptions, Question> extends ConflictProps<
  Row,
  Change,
  Options
> {
  resource: ShownResource<Row, Change, Context>
  context: Context & { unit: Unit }
  warning: SaveWarning<Question>
  questions: Readonly<Record<Choice, Question>>
}

/** The dialog after somebody else changed the row: as it was when opened, as it is now, and the admin's change. */
export function Conflict<Row extends Dated, Change, Context, Options extends SaveOptions, Question>(
  props: Props<Row, Change, Context, Options, Question>,
) {
  const { resource, verdict: conflict, change, options, context, warning, questions, onSave, onCancel } = props
  const { unit } = context
  const save = (choice: Choice, chosen: Change) => {
    warning.settle(questions[choice])
    onSave({ row: conflict.row, beganAt: Date.now() }, chosen, { ...options, isAgreed: true })
  }
  const clock = useNow()
  const updated = momentAt(conflict.row.updated_at, unit)
  const name = resource.nameOf(conflict.row)
  const { readAt } = conflict
  const columns = [
    [options.isOpened ? 'When you opened it' : 'When the list was read', readAt && `read ${clockOf(readAt.seen)}`],
    ['Now on the service', readAt && `read ${clockOf(readAt.row)}`],
    ['Yours', 'not sent'],
  ] as const
  return (
    <Confirm
      wide
      title={
        <>
          “<Foreign text={name} />” changed {options.isOpened ? 'while you were editing it' : 'since the list was read'}
        </>
      }
      under={
        <>
          {updated !== undefined && `It was updated ${ago(updated, clock)}, ${plainMoment(updated)}. `}
          Nothing has been sent yet.
        </>
      }
      action={choices.mine}
      disabled={warning.waits(questions.mine)}
      onConfirm={() => save('mine', change)}
      onCancel={onCancel}
      other={
        <>
          {warning.other}
          <button
            type="button"
            className="btn"
            disabled={warning.waits(questions.all)}
            onClick={() => save('all', resource.fullChange(conflict.seen, change, unit))}
          >
            {choices.all}
          </button>
        </>
      }
    >
      {/* Above the table: on a phone, what follows it is out of view. */}
      <Warnings mine={warning.sentences(questions.mine)} all={warning.sentences(questions.all)} />
      <table role="table" className="compare">
        <thead role="rowgroup">
          <tr role="row">
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the corner of a table */}
            <td role="cell" />
            {columns.map(([column, under]) => (
              <th key={column} role="columnheader" scope="col">
                {column}
                {under !== undefined && <small>{under}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {compared(resource, conflict, context).map(({ label, seen, now, wanted }) => {
            const asked = wanted === 'by-service' ? undefined : wanted(change, context)
            return (
              <tr role="row" key={label}>
                <th role="rowheader" scope="row">
                  {label}
                </th>
                <td role="cell" data-label={columns[0][0]}>
                  <Shown word={seen} />
                </td>
                <td role="cell" data-label={columns[1][0]}>
                  <Shown word={now} className={seen === now ? undefined : 'chg now'} />
                </td>
                <td role="cell" data-label={columns[2][0]}>
                  {asked === undefined ? (
                    <span className="muted">{wanted === 'by-service' ? 'set by the service' : 'unchanged'}</span>
                  ) : (
                    <Shown word={asked} className="chg you" />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="outcome">
        <Info className="icon" aria-hidden="true" />
        <span>
          <b>{choices.mine}</b> leaves the other change alone. <b>{choices.all}</b> puts everything back as you saw it,
          with your change.
        </span>
      </p>
      {warning.rest}
    </Confirm>
  )
}

/** Each sentence once. One that is about only one of the choices names it. */
function Warnings({ mine, all }: Readonly<Record<Choice, readonly Sentence[]>>) {
  const sentences = new Map([...mine, ...all].map(({ key, says }) => [key, says]))
  return [...sentences].map(([key, says]) => {
    const isIn = (those: readonly Sentence[]) => those.some((one) => one.key === key)
    const only = !isIn(all) ? choices.mine : !isIn(mine) ? choices.all : undefined
    return (
      <p key={key}>
        {only !== undefined && <b>{only}: </b>}
        {says}
      </p>
    )
  })
}

/** The value of a field in words; a flag also has a mark. */
function Shown({ word, className }: { word: string; className?: string | undefined }) {
  const mark = word === 'on' ? 'active' : word === 'off' ? 'inactive' : undefined
  return (
    <span className={className ?? 'held'}>
      {mark && <StatusMark mark={mark} />}
      {word}
    </span>
  )
}
