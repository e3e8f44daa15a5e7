import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Seen } from '#contract/saving/acts.ts'
import { isBlocked } from '#web/list/online.ts'
import type { Act, ActInput, Knows, Many } from '#web/writes/acts/act.ts'
import type { AskDialog } from '#web/writes/acts/dialogs.ts'
import type { Asks, LeftOut } from '#web/writes/acts/question.ts'
import type { Outcome } from '#web/writes/outcomes/outcomes.ts'
import type { PlannedItem, Run, RunState } from './run-state.ts'
import { deskOf, type Acts, type Page } from './run-page.ts'

type Input = ActInput<object>

/** What an act is done with, and what of it belongs to one row. */
interface Given {
  input?: Partial<Input>
  /** The change of each row, by name; undefined: the act knows it. */
  changes?: ReadonlyMap<string, object>
}

/**
 * Asks once about all rows that an act applies to, and starts a run over them. False: the admin cancelled it, there is
 * nothing to do, or it could not be started.
 */
export async function performMany(
  page: Page,
  resource: ResourceName,
  actName: string,
  selected: readonly Seen<Dated>[],
  given: Given = {},
): Promise<boolean> {
  if (isBlocked(page.session)) return false
  const deed = await deedOf(page, resource, actName)
  const { act, many, nameOf } = deed
  const knows = deed.knows()
  // A service may list a name twice.
  const seen = [...new Map(selected.map((one) => [nameOf(one.row), one])).values()]
  const spared = new Map(many.spared?.(rowsOf(seen), knows).map((row) => [row.name, row]))
  const refusalOf = (row: Dated) => {
    if (many.refusal !== undefined && act.applies?.(row, knows) === false) return many.refusal
    return spared.get(nameOf(row))
  }
  const refused = seen.flatMap(({ row }): LeftOut[] => {
    const refusal = refusalOf(row)
    return refusal === undefined ? [] : [{ ...refusal, name: nameOf(row) }]
  })
  const rows = seen.filter(({ row }) => refusalOf(row) === undefined)
  if (rows.length === 0) {
    const { says = 'gone', ofMany = says, isAlone } = refused[0] ?? {}
    const why = seen.length === 1 ? `it is ${says}` : `all of them are ${ofMany}`
    page.session.toasts.show(`Nothing to do: ${why}.${isAlone === true ? ' Change it by itself.' : ''}`)
    return false
  }
  const agreed = await ask(page, deed, rows, refused, given)
  if (agreed === undefined) return false
  const { items, input, leftOut } = agreed
  const plan = { resource, words: many.words, items, leftOut: [...refused, ...leftOut], act: { name: actName, input } }
  return page.session.runs.start(page, plan)
}

/**
 * Does what was not started, or again what failed and may succeed now; `only`: the row of this name. It asks again, unless
 * the run is from a file. False: the admin cancelled it.
 */
export async function continueRun(
  page: Page,
  run: Run,
  state: 'failed' | 'not-started' = 'not-started',
  only?: string,
): Promise<boolean> {
  const rest = run.rest(state, only)
  if (rest.length === 0) return true
  let items: typeof rest | undefined = rest
  if (run.act !== undefined) {
    const { startedAt } = run.get()
    const seen = rest.flatMap(({ confirmed: row }) => (row === undefined ? [] : [{ row, beganAt: startedAt }]))
    const changes = new Map(rest.map(({ write: { name, change } }) => [name, change]))
    const deed = await deedOf(page, run.resource, run.act.name)
    items = (await ask(page, deed, seen, [], { input: run.act.input, changes }))?.items
  }
  if (items !== undefined) await run.goOn(page, items)
  return items !== undefined
}

/** The outcomes of a run that can be undone. */
export function undoable({ session }: Page, { items }: RunState): Outcome[] {
  const byId = new Map(session.outcomes.get().map((entry) => [entry.id, entry]))
  return items.flatMap(({ state, outcome }) => {
    const entry = state === 'done' && outcome !== undefined ? byId.get(outcome) : undefined
    return entry !== undefined && 'verdict' in entry && entry.undo !== undefined && entry.told !== 'over' ? [entry] : []
  })
}

/** Asks, and undoes in a run what offers it. */
export function undoRun(page: Page, run: Run): Promise<boolean> {
  const outcomes = undoable(page, run.get())
  const seen = outcomes.flatMap(({ verdict }) =>
    verdict.is === 'as-asked' ? [{ row: verdict.row as Dated, beganAt: verdict.at }] : [],
  )
  const changes = new Map(outcomes.map(({ after, undo }) => [after, undo?.change ?? {}]))
  return performMany(page, run.resource, 'save', seen, { input: { undoes: true }, changes })
}

const rowsOf = (seen: readonly Seen<Dated>[]) => seen.map(({ row }) => row)

/** An act on several rows of a resource. */
interface Deed {
  resource: ResourceName
  act: Act<Dated, object, Input>
  many: Many<Dated, object, Input>
  nameOf: (row: Dated) => string
  knows: () => Knows<Dated>
}

async function deedOf(page: Page, resource: ResourceName, name: string): Promise<Deed> {
  const { session, client } = page
  const { acts } = await session.resources[resource].code.load()
  const act = (acts as Acts)[name]
  if (act?.many === undefined) throw new Error(`${name} is no act on several rows`)
  const { nameOf } = (await deskOf(page, resource)).shown
  const knows = () => ({ session, list: client.getQueryData<RowStore<Dated>>([resource]) })
  return { resource, act, many: act.many, nameOf, knows }
}

/** What the admin agreed to; undefined: cancelled. */
async function ask(
  { session }: Page,
  { resource, act, many, nameOf, knows }: Deed,
  seen: readonly Seen<Dated>[],
  refused: readonly LeftOut[],
  { input: { isAgreed: _before, ...options } = {}, changes }: Given,
) {
  let input: Input = { change: {}, ...options }
  let agreed = seen
  let leftOut: readonly LeftOut[] = []
  for (;;) {
    const asks: Asks | undefined = many.question(rowsOf(agreed), input, knows())
    if (asks === undefined) break
    const names = agreed.map(({ row }) => nameOf(row))
    const dialog = { is: 'question', resource, name: names[0] ?? '', many: { names, leftOut: refused }, asks } as const
    // oxlint-disable-next-line no-await-in-loop -- the second question is about the answer to the first
    const answer = await session.dialogs.ask<AskDialog>(dialog)
    if (answer === undefined) return undefined
    const without = asks(answer.ticks ?? {}).leftOut ?? []
    leftOut = [...leftOut, ...without]
    agreed = agreed.filter(({ row }) => !without.some(({ name }) => name === nameOf(row)))
    if (agreed.length === 0) return undefined
    if (answer.date === undefined || act.changeTo === undefined) break
    input = { ...input, change: act.changeTo(answer.date, knows()), isAgreed: true }
  }
  const isChosen = Object.keys(input.change).length > 0
  const changeOf = (row: Dated) => {
    if (isChosen) return many.partOf?.(row, input.change, knows()) ?? input.change
    return changes?.get(nameOf(row)) ?? act.changeOf?.(row, knows()) ?? {}
  }
  const extra = many.inputFor?.(rowsOf(agreed), knows())
  const items = agreed.map((one): PlannedItem => {
    const given = { ...input, ...extra, change: changeOf(one.row) }
    const { change, undoes } = given
    return {
      confirmed: one.row,
      recreates: many.recreates,
      write: {
        act: act.does,
        name: nameOf(one.row),
        change,
        undoes,
        send: (saving) => act.run(saving, one, given, knows()),
      },
    }
  })
  return { items, input, leftOut }
}
