import type { QueryClient } from '@tanstack/react-query'
import type { ServiceClock } from '#api/clock-offset.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { ResourceName } from '#api/problem.ts'
import type { ActionContext } from '#web/resource/action.ts'
import { cachedList, readOnlyReason } from '#web/resource/list-queries.ts'
import {
  createTimeUnitStore,
  createUpdateEffectStore,
  type RowContext,
  type TimeUnitStore,
  type UpdateEffectStore,
} from '#web/resource/row-context.ts'

/** Reads what is known at this moment. Nothing it returns is kept. */
export interface ContextSource {
  timeUnit: TimeUnitStore
  /** What updates were seen to do to values. */
  updateEffect: UpdateEffectStore
  /** How far the service’s clock is ahead of this browser’s: whole seconds, in milliseconds. 0: no difference is known. */
  clockOffset: () => number
  /** What showing rows depends on. */
  rowContext: () => RowContext
  /** What an action may know besides. */
  actionContext: (resource: ResourceName) => ActionContext<TimestampedRow>
  /** What of its list keeps rows from being changed; undefined: nothing. A form holds its row. */
  readOnlyReason: (resource: ResourceName, isInForm?: boolean) => string | undefined
}

interface ContextSourceDependencies {
  client: QueryClient
  /** Milliseconds since 1970. */
  now: () => number
  /** The service’s clock, in the session as it is now. */
  clock: () => Pick<ServiceClock, 'surely'>
  /** The emails that the signed-in account may have. */
  ownEmails: () => readonly string[]
}

/** For one person. What lists and saves have shown of the service outlives a session that ends in place. */
export function createContextSource({ client, now, clock, ownEmails }: ContextSourceDependencies): ContextSource {
  const timeUnit = createTimeUnitStore(client)
  const updateEffect = createUpdateEffectStore()
  const clockOffset = () => Math.round((clock().surely()?.ms ?? 0) / 1000) * 1000
  const rowContext = () => ({
    now: now() + clockOffset(),
    timeUnit: timeUnit.get(),
    updateEffect: updateEffect.get().effect,
    wasUnseenReported: updateEffect.get().wasUnseenReported,
    ownEmails: ownEmails(),
  })
  return {
    timeUnit,
    updateEffect,
    clockOffset,
    rowContext,
    actionContext: (resource) => ({
      ...rowContext(),
      list: cachedList(client, resource),
      isWarned: updateEffect.get().isWarned,
    }),
    readOnlyReason: (resource, isInForm) => (isInForm ? undefined : readOnlyReason(client, resource)),
  }
}
