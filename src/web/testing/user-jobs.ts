import type { User, UserChange } from '#api/user.ts'
import { isRowMissing, type RequestedWrite, type Outcome } from '#api/write/outcome.ts'
import type { Job, JobItem } from '#web/jobs/job.ts'
import { describeOutcome } from '#web/resource/outcome-message.ts'
import { userResource } from '#web/users/resource.ts'

const world = { now: 1_800_000_000_000, timeUnit: 'milliseconds', ownEmails: [] } as const

/** What was asked of a user. */
export interface AskedOfUser {
  do: RequestedWrite<User, object>['operation']
  email: string
  change?: UserChange
  /** Milliseconds since 1970. */
  at?: number
  seen?: User
}

/** A job of one user, with what came of it. */
export function userJob(
  { do: act, email, change = {}, at = 2000, seen }: AskedOfUser,
  ends: Pick<Outcome<User, object>, 'delivery' | 'readBack'> & Partial<Outcome<User, object>>,
): Job {
  const { new_password, ...visible } = change
  const asked = Object.keys(change).map((field) => ({ new_email: 'email', new_password: 'password' })[field] ?? field)
  const done: RequestedWrite<User, object> = {
    operation: act,
    previousName: email,
    name: change.new_email ?? email,
    requestedFields: asked,
    writeOnlyFields: new_password !== undefined || act === 'create' ? ['password'] : [],
    ...(act !== 'delete' && ends.blockedBy === undefined && { body: visible }),
    ...(seen && act !== 'create' && { before: seen }),
  }
  const outcome: Outcome<User, object> = { request: done, readStartedAt: at, ...ends }
  const item: JobItem = {
    name: email,
    currentName: isRowMissing(outcome) ? email : done.name,
    change: visible,
    state: 'settled',
    settledAt: at,
    outcome,
    ...(seen && { snapshot: { row: seen, readStartedAt: 0 } }),
    message: describeOutcome(outcome, userResource, world),
  }
  return {
    id: at,
    resource: 'users',
    action: act,
    progressLabel: '#',
    doneLabel: '#',
    items: [item],
    skipped: [],
    startedAt: at,
    endedAt: at,
  }
}

const unlisted = { status: 'unavailable', reason: 'no-list' } as const

/** How a write ends on a service that lists no users. */
export const accepted = { delivery: 'accepted', readBack: unlisted } as const
export const noAnswer = {
  delivery: 'unknown',
  readBack: unlisted,
  problem: { kind: 'timed-out', after: 1, sent: 'unknown' },
} as const
export const refused = {
  delivery: 'rejected',
  readBack: unlisted,
  problem: { kind: 'refused', status: 409, serviceText: '' },
} as const
