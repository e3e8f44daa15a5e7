import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/acts.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { momentAt } from '#contract/wire.ts'
import { focusName, isFocusFree } from '#web/list/rows-table.tsx'
import type { ShownResource } from '#web/writes/shown-resource.ts'
import { recreatedWords, uncheckedWords } from '#web/writes/verdict-words.ts'
import { precheck, write, type Answer, type Desk } from '#web/writes/write.ts'
import type { Act, Knows, SaveInput, Stop } from './act.ts'
import type { AskDialog, CompareDialog } from './dialogs.ts'
import type { Asks, ReasonToAsk } from './question.ts'

/** An act that is about to be done. */
interface Attempt<Row, Input> {
  seen: Seen<Row>
  input: Input
  /** Why it asks again. */
  reason?: ReasonToAsk | undefined
}

/**
 * Does an act on the row that the admin saw: asks what must be asked, checks before that whether it would send anything,
 * sends it, and asks again if something stopped it. Undefined: the admin cancelled it, or signing out ended it.
 */
export async function perform<Row extends Dated, Change extends object, Input extends object>(
  desk: Desk<Row, Change>,
  act: Act<Row, Change, Input>,
  seen: Seen<Row>,
  input: Input,
): Answer<Row> {
  let attempt: Attempt<Row, Input> = { seen, input }
  for (;;) {
    const asks = act.question?.(attempt.seen, attempt.input, knowsOf(desk), attempt.reason)
    let verdict: Verdict<Row> | undefined
    if (asks !== undefined && attempt.reason === undefined) {
      const ends = await check(desk, act, attempt)
      if (ends === undefined) return undefined
      if (ends !== 'free') verdict = ends
    }
    if (verdict === undefined) {
      const agreed = asks === undefined ? attempt : await ask(desk, act, attempt, asks)
      if (agreed === undefined) return undefined
      attempt = agreed
      verdict = await send(desk, act, attempt)
    }
    // Its dialog opens in this very task: dialogs come in the order of the clicks.
    const next = await afterStop(desk, act, attempt, verdict)
    if (next === undefined) return verdict
    attempt = next
  }
}

/** The verdict if the act would send nothing. */
function check<Row extends Dated, Change extends object, Input extends object>(
  desk: Desk<Row, Change>,
  act: Act<Row, Change, Input>,
  { seen, input }: Attempt<Row, Input>,
) {
  return precheck(desk, {
    ...writeOf(desk, act, seen, input),
    send: (saving) => act.look(saving, seen, input, knowsOf(desk)),
  })
}

/** Asks what must be asked. Undefined: it is cancelled, or another act is done instead. */
async function ask<Row extends Dated, Change extends object, Input extends object>(
  desk: Desk<Row, Change>,
  act: Act<Row, Change, Input>,
  { seen, input, reason }: Attempt<Row, Input>,
  asks: Asks,
): Promise<Attempt<Row, Input> | undefined> {
  const { session, resource } = desk
  const name = resource.nameOf(seen.row)
  const answer = await session.dialogs.ask<AskDialog>({ is: 'question', resource: resource.name, name, asks, reason })
  if (answer === undefined) return undefined
  if (answer.isInstead !== true) return { seen, input: { ...input, ...act.answered?.(answer, reason) } }
  if (act.instead !== undefined) void perform(desk, act.instead, seen, {})
  return undefined
}

async function send<Row extends Dated, Change extends object, Input extends object>(
  desk: Desk<Row, Change>,
  act: Act<Row, Change, Input>,
  { seen, input }: Attempt<Row, Input>,
): Answer<Row> {
  const verdict = await write(desk, {
    ...writeOf(desk, act, seen, input),
    send: (saving) => act.run(saving, seen, input, knowsOf(desk)),
  })
  followRow(desk.resource.nameOf(seen.row), verdict)
  return verdict
}

/** How a write of an act is recorded and shown while it is pending. */
function writeOf<Row extends Dated, Change extends object, Input extends object>(
  desk: Desk<Row, Change>,
  act: Act<Row, Change, Input>,
  { row }: Seen<Row>,
  input: Input,
) {
  const { undoes, isOpened } = optionsIn(input)
  const change = act.change?.(input, row, knowsOf(desk)) ?? ({} as Change)
  const isAsked = (verdict: Verdict<Row>) => stopOf(act, verdict) === 'again'
  return { act: act.does, name: desk.resource.nameOf(row), change, undoes, isOpened, isAsked }
}

const optionsIn = (input: object): Partial<SaveInput<object>> => input

/** The next attempt, if a verdict stopped the act and the admin wants to go on; undefined: it has ended. */
async function afterStop<Row extends Dated, Change extends object, Input extends object>(
  desk: Desk<Row, Change>,
  act: Act<Row, Change, Input>,
  { seen, input }: Attempt<Row, Input>,
  verdict: Verdict<Row> | undefined,
): Promise<Attempt<Row, Input> | undefined> {
  const stop = stopOf(act, verdict)
  const { session, resource } = desk
  const shown = resource.shown.loaded() // the write needed it
  if (stop === undefined || verdict === undefined || shown === undefined) return undefined
  const now = (row: Row): Seen<Row> => ({ row, beganAt: Date.now() })
  switch (verdict.is) {
    case 'recreated':
      await session.dialogs.ask<AskDialog>(recreated(desk, act, verdict.row))
      return undefined
    case 'unchecked':
      return { seen, input, reason: { is: 'unchecked', says: uncheckedWords(shown.noun) } }
    case 'conflict': {
      if (stop === 'again')
        return { seen: now(verdict.row), input, reason: { is: 'conflict', compared: shown.compare(verdict, session) } }
      const { dialog, changes } = comparison(desk, act, verdict, input, shown)
      const choice = await session.dialogs.ask<CompareDialog>(dialog)
      if (choice === undefined) return undefined
      return { seen: now(verdict.row), input: { ...input, change: changes[choice], isAgreed: true } }
    }
    default:
      return undefined
  }
}

/** What an act may know now. */
export function knowsOf<Row extends Dated, Change extends object>({
  session,
  client,
  resource,
}: Desk<Row, Change>): Knows<Row> {
  return { session, list: client.getQueryData<RowStore<Row>>([resource.name]) }
}

/** What follows a verdict; undefined: the act has ended. So has a repair that had begun. */
function stopOf<Row extends Dated, Change extends object, Input>(
  { follows }: Act<Row, Change, Input>,
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
function recreated<Row extends Dated, Change extends object, Input>(
  { session, resource }: Desk<Row, Change>,
  { does }: Act<Row, Change, Input>,
  row: Row,
): Omit<AskDialog, 'onAnswer'> {
  const name = resource.nameOf(row)
  const did = does === 'remove' ? 'deleted' : 'replaced'
  const says = recreatedWords(name, momentAt(row.created_at, session.unit.get().unit), did)
  return {
    is: 'question',
    resource: resource.name,
    name,
    asks: () => ({
      title: `“${name}” was not ${did}`,
      action: 'Show it',
      back: 'Close',
      shows: true,
      sentences: [{ key: 'recreated', says }],
    }),
  }
}

/** The comparison after a conflict, and what each choice saves. */
function comparison<Row extends Dated, Change extends object, Input extends object>(
  desk: Desk<Row, Change>,
  act: Act<Row, Change, Input>,
  conflict: Extract<Verdict<Row>, { is: 'conflict' }>,
  input: Input,
  shown: ShownResource<Row, Change>,
) {
  const { session, resource } = desk
  const { unit } = session.unit.get()
  const { row, seen, readAt } = conflict
  const mine = act.change?.(input, row, knowsOf(desk)) ?? ({} as Change)
  const changes = { mine, all: shown.fullChange(seen, mine, unit) }
  const asks = (change: Change) => () =>
    act.question?.({ row, beganAt: Date.now() }, { ...input, change }, knowsOf(desk))
  const dialog: Omit<CompareDialog, 'onAnswer'> = {
    is: 'conflict',
    resource: resource.name,
    name: resource.nameOf(row),
    isOpened: optionsIn(input).isOpened === true,
    updated: momentAt(row.updated_at, unit),
    readAt,
    compared: () =>
      shown.compare(conflict, session).map(({ wanted, ...fields }) => ({
        ...fields,
        mine: wanted === 'by-service' ? undefined : wanted(mine),
        all: wanted === 'by-service' ? undefined : wanted(changes.all),
        isByService: wanted === 'by-service',
      })),
    asks: { mine: asks(changes.mine), all: asks(changes.all) },
  }
  return { dialog, changes }
}
