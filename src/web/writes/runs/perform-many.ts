import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Seen } from '#contract/saving/acts.ts'
import { isBlocked } from '#web/list/online.ts'
import { ownTick, type Act, type ActInput, type Knows, type LeftOut, type Many } from '#web/writes/acts/act.ts'
import type { AskDialog } from '#web/writes/acts/dialogs.ts'
import { isTicked, type Asks } from '#web/writes/acts/question.ts'
import type { Outcome } from '#web/writes/outcomes/outcomes.ts'
import type { PlannedItem } from './run-plan.ts'
import type { Run, RunState } from './run-state.ts'
import { deskOf, type Acts, type Page } from './run-page.ts'
import type { Started } from './runs.ts'

type ManyAct = Act<Dated, object, ActInput<object>>
type Input = Partial<ActInput<object>>

/** What an act is done with, and what of it belongs to one row. */
interface Given {
  input?: Input
  /** The change of each row, by name; undefined: the act knows it. */
  changes?: ReadonlyMap<string, object>
}

/**
 * Asks once about all rows that an act applies to, and starts a run over them. Undefined: the admin cancelled it, or there
 * is nothing to do.
 */
export async function performMany(
  page: Page,
  resource: ResourceName,
  actName: string,
  selected: readonly Seen<Dated>[],
  given: Given = {},
): Promise<Started | undefined> {
  if (isBlocked(page.session)) return undefined
  const { act, many } = await actOf(page, resource, actName)
  const knows = knowsOf(page, resource)
  const { nameOf } = (await deskOf(page, resource)).shown
  // A service may list a name twice.
  const seen = [...new Map(selected.map((one) => [nameOf(one.row), one])).values()]
  const refusal = many.refusal(rowsOf(seen), knows)
  const refused = seen.flatMap(({ row }): LeftOut[] => {
    const says = refusal(row)
    return says === undefined ? [] : [{ name: nameOf(row), says }]
  })
  const without = new Set(refused.map(({ name }) => name))
  const rows = seen.filter(({ row }) => !without.has(nameOf(row)))
  if (rows.length === 0) {
    page.session.toasts.show(`Nothing to do: all of them are ${refused[0]?.says ?? 'gone'}.`)
    return undefined
  }
  const agreed = await ask(page, { resource, act, many, leftOut: refused }, rows, given)
  if (agreed === undefined) return undefined
  const { items, input, leftOut } = agreed
  const plan = { resource, words: many.words, items, leftOut: [...refused, ...leftOut], act: { name: actName, input } }
  const started = await page.session.runs.start(page, plan)
  tellIfNotStarted(page, started)
  return started
}

/** Says why a run was not started. */
export function tellIfNotStarted({ session: { toasts } }: Page, started: Started): void {
  if (started !== 'started') toasts.show(notStartedWords[started], { mark: 'failed' })
}

const notStartedWords = {
  'under-way': 'Another run is under way. Nothing was sent.',
  'not-stored': 'This browser can’t store a record of the run, so it was not started. Nothing was sent.',
} as const

/** Asks again, and does what was not started. False: the admin cancelled it, or it needs its file. */
export async function continueRun(page: Page, run: Run): Promise<boolean> {
  if (run.act === undefined) return false
  const { name, input } = run.act
  const { act, many } = await actOf(page, run.resource, name)
  const { startedAt } = run.get()
  const rest = run.rest()
  const seen = rest.flatMap(({ confirmed: row }) => (row === undefined ? [] : [{ row, beganAt: startedAt }]))
  const changes = new Map(rest.map(({ name: own, change }) => [own, change]))
  const agreed = await ask(page, { resource: run.resource, act, many, leftOut: [] }, seen, { input, changes })
  if (agreed === undefined) return false
  await run.goOn(page, agreed.items)
  return true
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
export function undoRun(page: Page, run: Run): Promise<Started | undefined> {
  const outcomes = undoable(page, run.get())
  const seen = outcomes.flatMap(({ verdict }) =>
    verdict.is === 'as-asked' ? [{ row: verdict.row as Dated, beganAt: verdict.at }] : [],
  )
  const changes = new Map(outcomes.map(({ after, undo }) => [after, undo?.change ?? {}]))
  return performMany(page, run.resource, 'save', seen, { input: { undoes: true }, changes })
}

async function actOf({ session }: Page, resource: ResourceName, name: string) {
  const { acts } = await session.resources[resource].code.load()
  const act = (acts as Acts)[name]
  if (act?.many === undefined) throw new Error(`${name} is no act on several rows`)
  return { act, many: act.many }
}

const knowsOf = ({ session, client }: Page, resource: ResourceName): Knows<Dated> => ({
  session,
  list: client.getQueryData<RowStore<Dated>>([resource]),
})

const rowsOf = (seen: readonly Seen<Dated>[]) => seen.map(({ row }) => row)

interface Asked {
  resource: ResourceName
  act: ManyAct
  many: Many<Dated, object, ActInput<object>>
  leftOut: readonly LeftOut[]
}

/** What the admin agreed to; undefined: cancelled. */
async function ask(
  page: Page,
  { resource, act, many, leftOut }: Asked,
  seen: readonly Seen<Dated>[],
  { input: { isAgreed: _before, ...options } = {}, changes }: Given,
) {
  const { shown } = await deskOf(page, resource)
  const { nameOf } = shown
  const knows = () => knowsOf(page, resource)
  const changeOf = (row: Dated) => changes?.get(nameOf(row)) ?? act.changeOf?.(row, knows()) ?? {}
  let input: ActInput<object> = { change: {}, ...options }
  let agreed = seen
  const isOwn = ({ row }: Seen<Dated>) => many.isOwn?.(row, knows()) === true
  for (;;) {
    const asks: Asks | undefined = many.question(rowsOf(agreed), input, knows())
    if (asks === undefined) break
    const names = agreed.map(({ row }) => nameOf(row))
    // oxlint-disable-next-line no-await-in-loop -- the second question is about the answer to the first
    const answer = await page.session.dialogs.ask<AskDialog>({
      is: 'question',
      resource,
      name: names[0] ?? '',
      many: { names, leftOut },
      asks,
    })
    if (answer === undefined) return undefined
    const ticks = answer.ticks ?? {}
    if (!isTicked(asks(ticks), ticks, ownTick)) agreed = agreed.filter((one) => !isOwn(one))
    if (agreed.length === 0) return undefined
    if (answer.date === undefined || act.changeTo === undefined) break
    input = { ...input, change: act.changeTo(answer.date), isAgreed: true }
  }
  const extra = many.inputFor?.(rowsOf(agreed), knows())
  const items = agreed.map((one): PlannedItem => {
    const change = Object.keys(input.change).length > 0 ? input.change : changeOf(one.row)
    const given = { ...input, ...extra, change }
    return {
      confirmed: one.row,
      ...(isOwn(one) && { isLast: true }),
      ...(many.recreates && { recreates: true }),
      write: {
        act: act.does,
        name: nameOf(one.row),
        change,
        undoes: input.undoes,
        send: (saving) => act.run(saving, one, given, knows()),
      },
    }
  })
  const left = seen.filter((one) => !agreed.includes(one))
  return { items, input, leftOut: left.map(({ row }) => ({ name: nameOf(row), says: 'your own' })) }
}
