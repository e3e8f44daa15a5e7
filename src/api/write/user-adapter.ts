import { createFlagComparer } from '#api/wire.ts'
import {
  isActiveAdmin,
  isSwapped,
  userFlags,
  type User,
  type UserChange,
  type UserDraft,
  type UserUpdate,
} from '#api/user.ts'
import type { ResourceAdapter, Lockout } from './resource-adapter.ts'

/** The types of users. */
export interface UserTypes {
  row: User
  draft: UserDraft
  change: UserChange
  create: UserDraft
  update: UserUpdate
}

const flags = createFlagComparer(userFlags)

/** How users are written. `isOwnAccount`: whether a row is, or may be, the account of this session. */
export function createUserAdapter(
  isOwnAccount: (row: User) => boolean = ({ yours }) => yours === true,
): ResourceAdapter<UserTypes> {
  return {
    keyField: 'email',
    nameOf: ({ email }) => email,
    nameAfter: (email, { new_email }) => new_email || email,
    toCreateBody: (draft) => draft,
    toUpdateBody(row, change) {
      const { email } = row
      const { new_email, new_password } = change
      const after = flags.afterChange(row, change)
      if ('unreadable' in after) return after
      const renamed = new_email && new_email !== email ? { new_email } : {}
      return { body: { email, ...renamed, ...(new_password && { new_password }), ...after.flags } }
    },
    requestedFields: (row, change) => [
      ...(change.new_email && change.new_email !== row.email ? ['email'] : []),
      // No read shows the current password, so a new one is always sent.
      ...(change.new_password ? ['password'] : []),
      ...flags.requestedChanges(row, change),
    ],
    mismatches: (body, row) => flags.differences(body, row),
    diff: (before, row) => [
      ...flags.differences(before, row),
      ...(before.updated_at === row.updated_at ? [] : ['updated_at']),
    ],
    writeOnlyFields: (body) =>
      'password' in body || ('new_password' in body && body.new_password) ? ['password'] : [],
    withoutSecrets(body) {
      if ('password' in body) return { ...body, password: '' }
      const { new_password: _hidden, ...visibleFields } = body
      return visibleFields
    },
    applyUpdate: (row, { new_email: email = row.email, admin, active }) => ({ ...row, email, admin, active }),
    // A service may accept a duplicate and ignore it, so other flags may be those of an account that somebody else
    // created at the same moment. Only the swap that a real service makes is taken for ours.
    detectMistake: (sent, row) => (isSwapped(sent, row) ? { type: 'flags-swapped' } : undefined),
    showsSwap: ({ admin, active }) => admin !== active,
    correction: ({ admin, active }) => ({
      ...(admin !== undefined && { admin }),
      ...(active !== undefined && { active }),
    }),
    lockouts: (row, after, rows) => findLockouts(row, after, rows, isOwnAccount),
  }
}

/**
 * Whom an action on an account locks out: everybody, if no active admin stays in the list, and the admin whose own
 * account it is. It is checked on the list before the confirmation, and in the write on what the read before it shows.
 * `after`: the account as the action leaves it; undefined: deleted. `rows` undefined: the service lists none, and a flag
 * that the page remembers may be wrong.
 */
export function findLockouts(
  row: User,
  after: User | undefined,
  rows: ReadonlyMap<string, User> | undefined,
  isYou: (row: User) => boolean,
): Lockout[] {
  const takes = (flag: 'admin' | 'active') => after?.[flag] === false && (rows === undefined || row[flag] !== false)
  const takesAccess = after === undefined || takes('admin') || takes('active')
  const isLast = takesAccess && rows !== undefined && isActiveAdmin(row) && !hasOtherAdmin(rows, row)
  // With another email, the former one no longer signs in.
  const takesYours = (takesAccess || after.email !== row.email) && isYou(row)
  return [...(isLast ? (['locks-out-everyone'] as const) : []), ...(takesYours ? (['locks-out-self'] as const) : [])]
}

function hasOtherAdmin(rows: ReadonlyMap<string, User>, { email }: User): boolean {
  for (const [, other] of rows) if (other.email !== email && isActiveAdmin(other)) return true
  return false
}
