import type { Dated } from '#contract/list/row-store.ts'
import type { Desk } from '#web/writes/shown-resource.ts'
import { heldOf, runOf, waiting, type World } from './run.ts'
import type { RunPlan } from './run-plan.ts'
import { letters, type FoundRun } from './run-record.ts'
import type { HeldItem, Run, RunItem } from './run-state.ts'

/** A run that the admin has confirmed. It begins with `resume`. */
export function createRun(desk: Desk<Dated, object>, plan: RunPlan, world: World): Run {
  const held = plan.items.map(heldOf)
  return runOf(desk, held, plan, world, {
    startedAt: world.now(),
    items: held.map(({ name }) => waiting(name)),
    lost: [],
  })
}

/** A run whose tab is gone: what was sent and not settled is unknown, and what was not sent is not started. */
export function reopenRun(desk: Desk<Dated, object>, found: FoundRun, world: Omit<World, 'record'>): Run {
  const { head, progress, record } = found
  const held = head.items.map(
    ({ name, act, change, confirmed, isGenerated = false, recreates = false }, at): HeldItem => ({
      name,
      act,
      change,
      confirmed: confirmed && desk.shown.stored.parse(confirmed),
      write: undefined,
      isLast: false,
      isGenerated,
      recreates,
      sentAt:
        progress.states[at] === letters.sent || progress.states[at] === letters.unknown ? head.startedAt : undefined,
    }),
  )
  const items = held.map(({ name }, at): RunItem => {
    const letter = progress.states[at]
    const says = progress.says[at]
    if (letter === letters.sent) return { ...waiting(name), state: 'unknown', says: says ?? closedWords }
    if (letter === letters.done) return { ...waiting(name), state: 'done', says: says ?? 'Done.' }
    if (letter === letters.failed) return { ...waiting(name), state: 'failed', says: says ?? '' }
    if (letter === letters.unknown) return { ...waiting(name), state: 'unknown', says: says ?? '' }
    return { ...waiting(name), state: 'not-started' }
  })
  const isLost = (at: number) =>
    progress.uncopied.includes(at) || (held[at]?.isGenerated === true && progress.states[at] === letters.sent)
  const lost = held.flatMap(({ name }, at) => (isLost(at) ? [name] : []))
  return runOf(desk, held, head, { ...world, record }, { startedAt: head.startedAt, items, lost })
}

const closedWords = 'Sent before the tab was closed. It may or may not be saved.'
