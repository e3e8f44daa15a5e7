import type { TimestampedRow } from '#api/list/row-list.ts'
import type { ResourceName } from '#api/problem.ts'
import { currentName } from '#api/write/outcome.ts'
import type { NewerList } from '#api/write/verify.ts'
import { rowBeforeWrite } from '#web/resource/outcome-facts.ts'
import {
  describeCompleted,
  describeLaterOutcome,
  describeOutcome,
  isSaidAlready,
} from '#web/resource/outcome-message.ts'
import type { AnyResourceDefinition } from '#web/resource/resource.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import type { JobItem } from './job.ts'
import type { JobStore, RetoldItem } from './job-store.ts'
import type { AnyOutcome, ResourceBackend } from './run-job.ts'

interface LaterOutcomesDependencies {
  jobs: Pick<JobStore, 'retell'>
  resources: Readonly<Record<ResourceName, AnyResourceDefinition>>
  rowContext: () => RowContext
  /** The backend of a resource, in the session as it is now. */
  backendOf: (resource: ResourceName) => Pick<ResourceBackend, 'reverify'>
}

/** Describes the outcomes of jobs once more, by what was read after their own read-back. */
export function createLaterOutcomes({ jobs, resources, rowContext, backendOf }: LaterOutcomesDependencies) {
  /** What a list makes of an item; undefined: what was said stands. */
  function describeByList(
    resource: ResourceName,
    item: JobItem,
    outcome: AnyOutcome,
    list: NewerList<TimestampedRow>,
  ): RetoldItem | undefined {
    const later = backendOf(resource).reverify(outcome, list)
    if (later === undefined) return undefined
    const [definition, context] = [resources[resource], rowContext()]
    const described =
      describeLaterOutcome(outcome, later, definition, context) ?? describeOutcome(outcome, definition, context)
    if (isSaidAlready(described, item)) return undefined
    return described.facts.status === 'success' ? { ...described, currentName: currentName(later) } : described
  }
  return {
    /** By a list. It proves nothing of a write that another one from here came after. */
    retellByList(resource: ResourceName, list: NewerList<TimestampedRow>): void {
      jobs.retell(resource, (item, outcome, isLast) =>
        isLast ? describeByList(resource, item, outcome, list) : undefined,
      )
    },
    /** By the next writes to the same rows: what these met, and did. */
    retellByWrites(resource: ResourceName, writes: readonly AnyOutcome[]): void {
      const nextWrites = new Map(writes.map((write) => [write.request.previousName, write]))
      jobs.retell(resource, (item, outcome) => {
        const next = nextWrites.get(item.currentName)
        if (next === undefined || item.facts === undefined) return undefined
        const completed = describeCompleted({ outcome, facts: item.facts }, next, resources[resource], rowContext())
        const met = rowBeforeWrite(next)
        if (completed !== undefined || met === undefined || item.facts.isOpen !== true) return completed
        return describeByList(resource, item, outcome, listOfRow(item.currentName, met.row, next.readStartedAt))
      })
    },
  }
}

/** A list in which nothing is known but one row; undefined: there is none of this name. */
const listOfRow = (
  name: string,
  row: TimestampedRow | undefined,
  readStartedAt: number,
): NewerList<TimestampedRow> => ({
  readStartedAt,
  unreadableRows: [],
  indexOf: (otherName) => (otherName === name && row !== undefined ? 0 : -1),
  at: () => row ?? { created_at: undefined, updated_at: undefined },
})
