import { Info } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#web/ui/clock.ts'
import { useSession } from '#web/ui/session.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Named } from '#web/ui/names/named.tsx'
import { StatusMark } from '#web/ui/status-mark.tsx'
import { useStore } from '#web/ui/store.ts'
import { ago, clockOf, plainMoment } from '#web/ui/time.ts'
import { TypedName } from '#web/ui/typed-name.tsx'
import { visible } from '#web/ui/names/foreign.tsx'
import { TickList, useCheck } from './ask-dialog.tsx'
import type { Choice, CompareDialog as OpenDialog } from './dialogs.ts'
import type { Question, Sentence, Ticks } from './question.ts'
import './compare-dialog.css'

const choices: Readonly<Record<Choice, string>> = { mine: 'Save only my change', all: 'Overwrite with mine' }

/** The dialog after somebody else changed the row: as it was when opened, as it is now, and the admin's change. */
export function CompareDialog({ dialog }: { dialog: OpenDialog }) {
  const { name, isOpened, updated, readAt, onAnswer } = dialog
  useStore(useSession().knowledge) // what a check finds out changes the questions
  const [ticked, setTicked] = useState<Ticks>({})
  const [isTyped, setTyped] = useState(false)
  const clock = useNow()
  const questions = { mine: dialog.asks.mine()?.(ticked), all: dialog.asks.all()?.(ticked) }
  const both = Object.values(questions).filter((question) => question !== undefined)
  const checks = both.find((question) => question.check !== undefined)?.check
  const check = useCheck(checks)
  const typed = both.find((question) => question.typed !== undefined)?.typed
  const ticks = new Map(both.flatMap((question) => question.ticks ?? []).map((tick) => [tick.id, tick]))
  const names = [name, ...both.flatMap((question) => question.names ?? [])]
  const waits = (question: Question | undefined) => (question?.typed !== undefined && !isTyped) || check.isRunning
  const save = (choice: Choice) => {
    questions[choice]?.keep?.(ticked)
    onAnswer(choice)
  }
  const columns = [
    [isOpened ? 'When you opened it' : 'When the list was read', readAt && `read ${clockOf(readAt.seen)}`],
    ['Now on the service', readAt && `read ${clockOf(readAt.row)}`],
    ['Yours', 'not sent'],
  ] as const
  const since = isOpened ? 'while you were editing it' : 'since the list was read'
  return (
    <Confirm
      wide
      title={<Named text={`“${visible(name)}” changed ${since}`} names={names} />}
      under={`${updated === undefined ? '' : `It was updated ${ago(updated, clock)}, ${plainMoment(updated)}. `}Nothing has been sent yet.`}
      action={choices.mine}
      disabled={waits(questions.mine)}
      onConfirm={() => save('mine')}
      onCancel={() => onAnswer(undefined)}
      other={
        <>
          <button type="button" className="btn" disabled={waits(questions.all)} onClick={() => save('all')}>
            {choices.all}
          </button>
        </>
      }
    >
      {/* Above the table: on a phone, what follows it is out of view. */}
      <Warnings mine={questions.mine?.sentences ?? []} all={questions.all?.sentences ?? []} names={names} />
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
          {dialog.compared().map(({ label, seen, now, wanted, isByService }) => (
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
                {wanted === undefined ? (
                  <span className="muted">{isByService ? 'set by the service' : 'unchanged'}</span>
                ) : (
                  <Shown word={wanted} className="chg you" />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="outcome">
        <Info className="icon" aria-hidden="true" />
        <span>
          <b>{choices.mine}</b> leaves the other change alone. <b>{choices.all}</b> puts everything back as you saw it,
          with your change.
        </span>
      </p>
      {check.says === undefined ? (
        checks && (
          <p className="hint">
            <button type="button" className="link" aria-disabled={check.isRunning || undefined} onClick={check.run}>
              {check.label}
            </button>{' '}
            {checks.does}
          </p>
        )
      ) : (
        <p>{check.says}</p>
      )}
      {typed && <TypedName {...typed} onTyped={setTyped} />}
      <TickList ticks={[...ticks.values()]} ticked={ticked} onChange={setTicked} />
    </Confirm>
  )
}

/** Each sentence once. One that is about only one of the choices names it. */
function Warnings({ mine, all, names }: Readonly<Record<Choice, readonly Sentence[]>> & { names: readonly string[] }) {
  const sentences = new Map([...mine, ...all].map(({ key, says }) => [key, says]))
  return [...sentences].map(([key, says]) => {
    const isIn = (those: readonly Sentence[]) => those.some((sentence) => sentence.key === key)
    const only = !isIn(all) ? choices.mine : !isIn(mine) ? choices.all : undefined
    return (
      <p key={key}>
        {only !== undefined && <b>{only}: </b>}
        <Named text={says} names={names} />
      </p>
    )
  })
}

/** The value of a field in words; a flag also has a mark. */
function Shown({ word, className }: { word: string; className?: string | undefined }) {
  const mark = word === 'on' ? 'active' : word === 'off' ? 'inactive' : undefined
  return (
    <span className={className ?? 'held'} translate="no">
      {mark && <StatusMark mark={mark} />}
      {word}
    </span>
  )
}
