import type { StoredUser, User, UserChange, UserDraft, UserUpdate } from '#contract/user.ts'
import { flagsAsked, flagsDiffering, flagsUnanswered, type Flags, type Kind, type Lock } from './kind.ts'

/** The types of users. */
export interface UserTypes {
  row: User
  draft: UserDraft
  change: UserChange
  create: UserDraft
  update: UserUpdate
}

/** The flags of a user: each is sent with every write. */
const flags: Flags<StoredUser, User | UserDraft | UserUpdate | UserChange> = {
  admin: ({ admin }) => admin,
  active: ({ active }) => active,
}

/** How users are written. `isYou`: whether a row is the account of this session. */
export function userKind(isYou: (row: User) => boolean = ({ yours }) => yours === true): Kind<UserTypes> {
  return {
    key: 'email',
    nameOf: ({ email }) => email,
    nameIn: ({ email }) => email,
    renamed: (email, { new_email }) => new_email || email,
    drafted: (draft) => draft,
    compose(row, change) {
      const { email } = row
      const { admin = row.admin, active = row.active, new_email, new_password } = change
      if (admin === undefined || active === undefined) return { unanswered: flagsUnanswered(flags, row, change) }
      const renamed = new_email && new_email !== email ? { new_email } : {}
      return { send: { email, ...renamed, ...(new_password && { new_password }), admin, active } }
    },
    asks: (row, change) => [
      ...(change.new_email && change.new_email !== row.email ? ['email'] : []),
      // No read shows the current password, so a new one is always sent.
      ...(change.new_password ? ['password'] : []),
      ...flagsAsked(flags, row, change),
    ],
    differs: (sent, row) => flagsDiffering(flags, sent, row),
    changed: (before, row) => [
      ...flagsDiffering(flags, before, row),
      ...(before.updated_at === row.updated_at ? [] : ['updated_at']),
    ],
    unseen: (sent) => ('password' in sent || ('new_password' in sent && sent.new_password) ? ['password'] : []),
    visible(sent) {
      if ('password' in sent) return { ...sent, password: '' }
      const { new_password: _hidden, ...shown } = sent
      return shown
    },
    asked: (part) => ({ ...part, password: undefined, new_password: undefined }),
    leaves: (row, { new_email: email = row.email, admin, active }) => ({ ...row, email, admin, active }),
    putsRight(sent, row) {
      const { admin, active } = sent
      // A service may accept a duplicate and ignore it, so other flags may be those of an account that somebody else
      // created at the same moment. Only the swap that a real service makes is taken for ours.
      const isSwapped = row.admin === active && row.active === admin
      return isSwapped ? { ...(admin !== undefined && { admin }), ...(active !== undefined && { active }) } : undefined
    },
    forbids(row, after, rows) {
      const takes = (flag: 'admin' | 'active') => after?.[flag] === false && row[flag] !== false
      if (after !== undefined && !takes('admin') && !takes('active')) return []
      const locks: Lock[] = isYou(row) ? ['locks-you-out'] : []
      const isLast =
        isActiveAdmin(row) && ![...rows.values()].some((one) => one.email !== row.email && isActiveAdmin(one))
      return isLast ? [...locks, 'locks-all-out'] : locks
    },
  }
}

/** An `active` that cannot be read counts as on. */
const isActiveAdmin = ({ admin, active }: User) => admin === true && active !== false
