import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/acts.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { momentAt } from '#contract/wire.ts'
import { focusName, isFocusFree } from '#web/list/rows-table.tsx'
import { recreatedWords, uncheckedWords } from '#web/writes/verdict-words.ts'
import { send } from '#web/writes/send.ts'
import type { Desk } from '#web/writes/shown-resource.ts'
import type { Answer, Write } from '#web/writes/write.ts'
import type { Act, ActInput, Knows, Stop } from './act.ts'
import type { AskDialog, CompareDialog } from './dialogs.ts'
import type { ReasonToAsk } from './question.ts'

/**
 * Does an act on the row that the admin saw: asks what must be asked, sends it, and asks again if something stopped it.
 * Undefined: the admin cancelled it, or signing out ended it.
 */
export async function perform<Row extends Dated, Change extends object, Input extends ActInput<Change>>(
  desk: Desk<Row, Change>,
  act: Act<Row, Change, Input>,
  opened: Seen<Row>,
  given: Partial<Input>,
): Answer<Row> {
  const { session, client, shown } = desk
  const { dialogs } = session
  const knows = (): Knows<Row> => ({ session, list: client.getQueryData<RowStore<Row>>([shown.name]) })
  const change = given.change ?? act.changeOf?.(opened.row, knows()) ?? {}
  // Besides the change, every input is optional.
  let input = { ...given, change } as Input
  let seen = opened
  let reason: ReasonToAsk | undefined

  /** What is sent, and how it is shown while it is pending. */
  const writeOf = (): Write<Row, Change> => {
    const [now, options] = [seen, input]
    return {
      act: act.does,
      name: shown.nameOf(now.row),
      change: options.change,
      undoes: options.undoes,
      isOpened: options.isOpened,
      isAsked: (verdict) => stopOf(act, verdict) === 'again',
      send: (saving) => act.run(saving, now, options, knows()),
    }
  }
  const named = () => ({ resource: shown.name, name: shown.nameOf(seen.row) })

  for (;;) {
    const asks = act.question?.(seen, input, knows(), reason)
    if (asks !== undefined) {
      const answer = await dialogs.ask<AskDialog>({ is: 'question', ...named(), asks, reason })
      if (answer?.isInstead && act.instead) await perform(desk, act.instead, seen, {})
      if (answer === undefined || answer.isInstead) return undefined
      const dated = answer.date === undefined ? {} : { change: act.changeTo?.(answer.date, knows()) }
      input = { ...input, ...dated, unchecked: reason?.is === 'unchecked' }
    }
    const verdict = await send(desk, writeOf())
    followRow(shown.nameOf(seen.row), verdict)
    const stop = stopOf(act, verdict)
    if (stop === undefined || verdict === undefined) return verdict
    // A dialog opens in this very task: dialogs come in the order of the clicks.
    if (verdict.is === 'recreated') {
      await dialogs.ask<AskDialog>(recreated(desk, act.does === 'remove' ? 'deleted' : 'replaced', verdict.row))
      return verdict
    }
    if (verdict.is === 'unchecked') {
      reason = { is: 'unchecked', says: uncheckedWords(shown.noun) }
    } else if (verdict.is === 'conflict' && stop === 'again') {
      reason = { is: 'conflict', compared: shown.compare(verdict, input.change, session) }
      seen = { row: verdict.row, beganAt: Date.now() }
    } else if (verdict.is === 'conflict') {
      const { row } = verdict
      const { unit } = session.unit.get()
      const changes = { mine: input.change, all: shown.fullChange(verdict.seen, input.change, unit) }
      const asksFor = (choice: keyof typeof changes) => () =>
        act.question?.({ row, beganAt: Date.now() }, { ...input, change: changes[choice] }, knows())
      const choice = await dialogs.ask<CompareDialog>({
        is: 'conflict',
        ...named(),
        readAt: verdict.readAt,
        isOpened: input.isOpened === true,
        updated: momentAt(row.updated_at, unit),
        compared() {
          const all = shown.compare(verdict, changes.all, session)
          return shown
            .compare(verdict, changes.mine, session)
            .map(({ wanted, ...field }, at) => ({ ...field, mine: wanted, all: all[at]?.wanted }))
        },
        asks: { mine: asksFor('mine'), all: asksFor('all') },
      })
      if (choice === undefined) return verdict
      input = { ...input, change: changes[choice], isAgreed: true }
      seen = { row, beganAt: Date.now() }
      reason = undefined
    }
  }
}

/** What follows a verdict; undefined: the act has ended. So has a repair that had begun. */
function stopOf<Row>(
  { follows }: { follows?: Readonly<Partial<Record<Stop, 'again' | 'compare'>>> },
  verdict: Verdict<Row> | undefined,
): 'again' | 'compare' | undefined {
  if (verdict === undefined || ('during' in verdict && verdict.during !== undefined)) return undefined
  return follows?.[verdict.is as Stop]
}

/** Moves the focus with a row that was deleted and created again, or to what stands in its place. */
function followRow(name: string, verdict: Verdict<unknown> | undefined): void {
  const isMissing = verdict?.is === 'half-replaced'
  const isReplaced = verdict !== undefined && 'also' in verdict && verdict.also?.did === 'replaced'
  if ((isMissing || isReplaced) && isFocusFree(name)) focusName(null, name, isMissing ? 'missing' : 'name')
}

/** Says that the name belongs to another row now. */
function recreated<Row extends Dated, Change extends object>(
  { session, shown }: Desk<Row, Change>,
  did: 'deleted' | 'replaced',
  row: Row,
): Omit<AskDialog, 'onAnswer'> {
  const name = shown.nameOf(row)
  const says = recreatedWords(name, momentAt(row.created_at, session.unit.get().unit), did)
  return {
    is: 'question',
    resource: shown.name,
    name,
    asks: () => ({
      title: `“${name}” was not ${did}`,
      action: 'Show it',
      back: 'Close',
      shows: true,
      sentences: [says],
    }),
  }
}
