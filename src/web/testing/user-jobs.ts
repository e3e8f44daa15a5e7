import type { User, UserChange } from '#api/user.ts'
import { isRowMissing, type RequestedWrite, type Outcome } from '#api/write/outcome.ts'
import type { Job, JobItem } from '#web/jobs/job.ts'
import { describeOutcome } from '#web/resource/outcome-message.ts'
import { userResource } from '#web/users/resource.ts'

const context = { now: 1_800_000_000_000, timeUnit: 'milliseconds', ownEmails: [] } as const

/** What was asked of a user. */
export interface AskedOfUser {
  operation: RequestedWrite<User, object>['operation']
  email: string
  change?: UserChange
  /** Milliseconds since 1970. */
  readAt?: number
  before?: User
}

/** A job of one user, with what came of it. */
export function userJob(
  { operation, email, change = {}, readAt = 2000, before }: AskedOfUser,
  result: Pick<Outcome<User, object>, 'delivery' | 'readBack'> & Partial<Outcome<User, object>>,
): Job {
  const { new_password, ...visible } = change
  const requestedFields = Object.keys(change).map(
    (field) => ({ new_email: 'email', new_password: 'password' })[field] ?? field,
  )
  const request: RequestedWrite<User, object> = {
    operation,
    previousName: email,
    name: change.new_email ?? email,
    requestedFields,
    writeOnlyFields: new_password !== undefined || operation === 'create' ? ['password'] : [],
    ...(operation !== 'delete' && result.blockedBy === undefined && { body: visible }),
    ...(before && operation !== 'create' && { before }),
  }
  const outcome: Outcome<User, object> = { request, readStartedAt: readAt, ...result }
  const item: JobItem = {
    name: email,
    currentName: isRowMissing(outcome) ? email : request.name,
    change: visible,
    state: 'settled',
    settledAt: readAt,
    outcome,
    ...(before && { snapshot: { row: before, readStartedAt: 0 } }),
    ...describeOutcome(outcome, userResource, context),
  }
  return {
    id: readAt,
    resource: 'users',
    action: operation,
    progressLabel: '#',
    doneLabel: '#',
    items: [item],
    skipped: [],
    startedAt: readAt,
    endedAt: readAt,
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
