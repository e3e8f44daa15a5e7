import type { User, UserChange } from '#api/user.ts'
import { isRowMissing, type RequestedWrite, type Outcome } from '#api/write/outcome.ts'
import type { Job, JobItem } from '#web/jobs/job.ts'
import { describeOutcome } from '#web/resource/outcome-message.ts'
import { userResource } from '#web/users/resource.ts'

const world = { now: 1_800_000_000_000, unit: 'milliseconds', you: [] } as const

/** What was asked of a user. */
export interface AskedOfUser {
  do: RequestedWrite<User, object>['do']
  email: string
  change?: UserChange
  /** Milliseconds since 1970. */
  at?: number
  seen?: User
}

/** A job of one user, with what came of it. */
export function userJob(
  { do: act, email, change = {}, at = 2000, seen }: AskedOfUser,
  ends: Pick<Outcome<User, object>, 'sent' | 'shown'> & Partial<Outcome<User, object>>,
): Job {
  const { new_password, ...visible } = change
  const asked = Object.keys(change).map((field) => ({ new_email: 'email', new_password: 'password' })[field] ?? field)
  const done: RequestedWrite<User, object> = {
    do: act,
    from: email,
    name: change.new_email ?? email,
    asked,
    unseen: new_password !== undefined || act === 'create' ? ['password'] : [],
    ...(act !== 'remove' && ends.stop === undefined && { record: visible }),
    ...(seen && act !== 'create' && { before: seen }),
  }
  const outcome: Outcome<User, object> = { done, at, ...ends }
  const item: JobItem = {
    name: email,
    after: isRowMissing(outcome) ? email : done.name,
    change: visible,
    state: 'ended',
    at,
    outcome,
    ...(seen && { seen: { row: seen, beganAt: 0 } }),
    told: describeOutcome(outcome, userResource, world),
  }
  return {
    id: at,
    resource: 'users',
    act,
    doing: '#',
    done: '#',
    items: [item],
    leftOut: [],
    startedAt: at,
    endedAt: at,
  }
}

const unlisted = { is: 'unread', why: 'no-list' } as const

/** How a write ends on a service that lists no users. */
export const accepted = { sent: 'yes', shown: unlisted } as const
export const noAnswer = {
  sent: 'perhaps',
  shown: unlisted,
  problem: { kind: 'timed-out', after: 1, sent: 'unknown' },
} as const
export const refused = {
  sent: 'refused',
  shown: unlisted,
  problem: { kind: 'refused', status: 409, serviceText: '' },
} as const
