import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Dated } from '#contract/list/row-store.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { StatusMark } from '#web/ui/status-mark.tsx'
import { ago, clockOf, plainMoment } from '#web/ui/time.ts'
import { useNow } from '#web/app/clock.ts'
import { compared, type ShownResource } from './shown-resource.ts'
import './conflict.css'

/** What the admin can save: only their change, or every other field as they saw it, too. */
const choices = { mine: 'Save only my change', all: 'Overwrite with mine' } as const
type Choice = keyof typeof choices

/** A sentence of a warning. Sentences with the same key say the same. */
export interface Sentence {
  key: string
  says: ReactNode
}

interface Props<Row extends Dated, Change, Context> {
  resource: ShownResource<Row, Change, Context>
  conflict: { seen: Row; row: Row; readAt?: { seen: number; row: number } }
  change: Change
  context: Context & { unit: Unit }
  /** What must be said before each choice, and whether its button waits, as for a typed name. */
  warnings: Readonly<Record<Choice, { says: readonly Sentence[]; waits: boolean }>>
  /** Another button, after the one that cancels. */
  other?: ReactNode
  /** What must be typed before the choice, or can be ticked. */
  children: ReactNode
  /** Saves despite the other change. Nothing else is asked. */
  onSave: (change: Change, choice: Choice) => void
  onCancel: () => void
}

/** The dialog after somebody else changed the row: as it was when opened, as it is now, and the admin's change. */
export function Conflict<Row extends Dated, Change, Context>(props: Props<Row, Change, Context>) {
  const { resource, conflict, change, context, warnings, other, children, onSave, onCancel } = props
  const { unit } = context
  const clock = useNow()
  const updated = momentAt(conflict.row.updated_at, unit)
  const name = resource.nameOf(conflict.row)
  const { readAt } = conflict
  const columns = [
    ['When you opened it', readAt && `read ${clockOf(readAt.seen)}`],
    ['Now on the service', readAt && `read ${clockOf(readAt.row)}`],
    ['Yours', 'not sent'],
  ] as const
  return (
    <Confirm
      wide
      title={
        <>
          “<Foreign text={name} />” changed while you were editing it
        </>
      }
      under={
        <>
          {updated !== undefined && `It was updated ${ago(updated, clock)}, ${plainMoment(updated)}. `}
          Nothing has been sent yet.
        </>
      }
      action={choices.mine}
      disabled={warnings.mine.waits}
      onConfirm={() => onSave(change, 'mine')}
      onCancel={onCancel}
      other={
        <>
          {other}
          <button
            type="button"
            className="btn"
            disabled={warnings.all.waits}
            onClick={() => onSave(resource.fullChange(conflict.seen, change, unit), 'all')}
          >
            {choices.all}
          </button>
        </>
      }
    >
      {/* Above the table: on a phone, what follows it is out of view. */}
      <Warnings mine={warnings.mine.says} all={warnings.all.says} />
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
      {children}
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
