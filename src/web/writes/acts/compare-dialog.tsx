import { TriangleAlert } from 'lucide-react'
import { Fragment, useState, type ReactNode } from 'react'
import { useNow } from '#web/ui/clock.ts'
import { useSession } from '#web/ui/session.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Named } from '#web/ui/names/named.tsx'
import { StatusMark } from '#web/ui/status-mark.tsx'
import { useStore } from '#web/ui/store.ts'
import { ago, clockOf, plainMoment } from '#web/ui/time.ts'
import { TypedName } from '#web/ui/names/typed-name.tsx'
import { visible } from '#web/ui/names/foreign.tsx'
import { TickList, useCheck } from './ask-dialog.tsx'
import type { Choice, CompareDialog as OpenDialog, ComparedChoices } from './dialogs.ts'
import { quietTick, sentencesOf, type Question, type Ticks } from './question.ts'
import { listed } from '#web/writes/verdict-words.ts'
import './compare-dialog.css'

const choices: Readonly<Record<Choice, string>> = { mine: 'Save only my change', all: 'Overwrite with mine' }

/** The dialog after somebody else changed the row: as it was when opened, as it is now, and the admin's change. */
export function CompareDialog({ dialog }: { dialog: OpenDialog }) {
  const { name, isOpened, updated, readAt, onAnswer } = dialog
  useStore(useSession().updates) // what a check finds out changes the questions
  const [ticked, setTicked] = useState<Ticks>({})
  const [isTyped, setTyped] = useState(false)
  const clock = useNow()
  const compared = dialog.compared()
  const isUnchanged = ({ seen, now, mine }: ComparedChoices) => seen === now && mine === undefined
  const unchanged = compared.filter(isUnchanged)
  const restored = compared.filter(
    ({ seen, now, mine, all }) => seen !== now && mine === undefined && all !== undefined,
  )
  const questions = {
    mine: dialog.asks.mine()?.(ticked),
    all: restored.length > 0 ? dialog.asks.all()?.(ticked) : undefined,
  }
  const both = Object.values(questions).filter((question) => question !== undefined)
  const checks = both.find((question) => question.check !== undefined)?.check
  const check = useCheck(checks)
  const typed = both.find((question) => question.typed !== undefined)?.typed
  const offered = both.flatMap((question) => question.ticks ?? []).filter(({ id }) => id !== quietTick)
  const ticks = new Map(offered.map((tick) => [tick.id, tick]))
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
        restored.length > 0 && (
          <button type="button" className="btn" disabled={waits(questions.all)} onClick={() => save('all')}>
            {choices.all}
          </button>
        )
      }
      aboveButtons={
        both.some((question) => sentencesOf(question).length > 0) ? (
          <Warnings mine={sentencesOf(questions.mine)} all={sentencesOf(questions.all)} names={names}>
            {check.isOffered && check.says === undefined && (
              <>
                {' '}
                <button type="button" className="link" aria-disabled={check.isRunning || undefined} onClick={check.run}>
                  {check.label}
                </button>{' '}
                {checks?.does}
              </>
            )}
            {check.says !== undefined && ` ${check.says}`}
          </Warnings>
        ) : undefined
      }
    >
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
          {compared
            .filter((row) => !isUnchanged(row))
            .map(({ label, seen, now, mine, isByService }) => (
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
                  {mine === undefined ? (
                    <span className="muted">{isByService ? 'set by the service' : 'unchanged'}</span>
                  ) : (
                    <Shown word={mine} className="chg you" />
                  )}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      {unchanged.length > 0 && (
        <details className="hint unchanged">
          <summary>{`Unchanged: ${listed.format(unchanged.map(({ label }) => label))}`}</summary>
          <dl className="facts">
            {unchanged.map(({ label, now }) => (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd translate="no">{now}</dd>
              </Fragment>
            ))}
          </dl>
        </details>
      )}
      {restored.length > 0 && (
        <p className="outcome">
          <b>{choices.all}</b> also {listed.format(restored.map(restoring))}.
        </p>
      )}
      {typed && <TypedName {...typed} onTyped={setTyped} />}
      <TickList ticks={[...ticks.values()]} ticked={ticked} onChange={setTicked} />
    </Confirm>
  )
}

/** What *Overwrite with mine* does to a field that somebody else changed. */
const restoring = ({ label, seen }: ComparedChoices) =>
  seen === 'on' || seen === 'off' ? `turns ${label} back ${seen}` : `sets ${label} back to ${seen}`

interface WarningsProps extends Readonly<Record<Choice, readonly string[]>> {
  names: readonly string[]
  /** How to find out more. */
  children: ReactNode
}

/** Each sentence once. One that is about only one of the choices names it. */
function Warnings({ mine, all, names, children }: WarningsProps) {
  const sentences = [...new Set([...mine, ...all])]
  return (
    <div className="warns">
      <TriangleAlert className="icon s14" aria-hidden="true" />
      <div>
        {sentences.map((says, at) => {
          const only = !all.includes(says) ? choices.mine : !mine.includes(says) ? choices.all : undefined
          return (
            <p key={says}>
              {only !== undefined && <b>{only}: </b>}
              <Named text={says} names={names} />
              {at === sentences.length - 1 && children}
            </p>
          )
        })}
      </div>
    </div>
  )
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
