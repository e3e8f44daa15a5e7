import { paragraphIf, type Confirmation } from '#web/resource/confirmation.ts'
import { isActiveAdmin, type User, type UserChange } from '#api/user.ts'
import { toTypeable } from '#web/ui/name-matching.ts'
import type { RowList } from '#api/list/row-list.ts'
import { findLockouts, type UserTypes } from '#api/write/user-adapter.ts'
import type { Acknowledgement, WriteRequestOf } from '#api/write/resource-adapter.ts'
import type { userSentences } from './confirmation-sentences.ts'
import { mayBeOwnAccount, ownership, type KnownUsers } from './own-account.ts'

// Nobody is to lock out himself, or everybody, unawares: what a confirmation says and has typed, what is left out of a job of
// several, and which rows the write reads as well. The rule itself is `findLockouts`, which the write asks again.

/** An account, and as an action leaves it; undefined: deleted. */
type AccountChange = readonly [user: User, after: User | undefined]

/** An account as a change leaves it. */
export const userAfterChange = (
  user: User,
  { new_email, admin = user.admin, active = user.active }: UserChange,
): User => ({
  ...user,
  email: new_email || user.email,
  admin,
  active,
})

/** The active admins of a list, by email. */
function adminsIn(list: RowList<User> | undefined): Map<string, User> | undefined {
  if (list === undefined) return undefined
  const admins = new Map<string, User>()
  for (let index = 0; index < list.count; index += 1) {
    const user = list.at(index)
    if (isActiveAdmin(user)) admins.set(user.email, user)
  }
  return admins
}

/**
 * Accounts that a job leaves out, because each of them is done alone, typed: the admin’s own, and the first of the active
 * admins if no other one would be left.
 */
export function excludedFromBulk(changes: readonly AccountChange[], known: KnownUsers): ReadonlyMap<string, string> {
  const admins = adminsIn(known.list)
  const spared = new Map<string, string>()
  for (const [user, after] of changes.toReversed()) {
    const locks = findLockouts(user, after, admins, (account) => mayBeOwnAccount(account, known))
    const whose = locks.includes('locks-out-self') ? ownership(user, known) : undefined
    if (whose === 'yours') spared.set(user.email, 'your account')
    else if (whose === 'perhaps') spared.set(user.email, 'perhaps your account')
    else if (locks.includes('locks-out-everyone')) spared.set(user.email, 'the last active admin')
    else {
      admins?.delete(user.email)
      if (after !== undefined && isActiveAdmin(after)) admins?.set(after.email, after)
    }
  }
  return spared
}

const paragraph = paragraphIf<keyof typeof userSentences>

interface LockoutConfirmation extends Pick<Confirmation, 'paragraphs'> {
  requirements: Required<Pick<Confirmation, 'typeToConfirm' | 'acknowledges'>>
}

/**
 * What a confirmation says of a lock-out, and has typed; undefined: there is none. `found`: what a write has found
 * since the list was read.
 */
export function lockoutConfirmation(
  changes: readonly AccountChange[],
  known: KnownUsers,
  found: readonly Acknowledgement[],
): LockoutConfirmation | undefined {
  const [only, ...others] = changes
  if (only === undefined) return undefined
  const isYou = (user: User) => mayBeOwnAccount(user, known)
  if (others.length > 0) {
    const locksYou = ([user, after]: AccountChange) => findLockouts(user, after, undefined, isYou).length > 0
    if (!changes.some(locksYou)) return undefined
    return {
      paragraphs: paragraph('one-may-be-yours'),
      requirements: {
        typeToConfirm: { noun: 'count', names: [String(changes.length)] },
        acknowledges: ['locks-out-self'],
      },
    }
  }
  const [user, after] = only
  const since = found.filter((lock) => lock !== 'identity-unknown')
  const locks = [...new Set([...findLockouts(user, after, adminsIn(known.list), isYou), ...since])]
  if (locks.length === 0) return undefined
  const isYours = ownership(user, known) === 'yours'
  const staysAdmin = after !== undefined && after.admin !== false && after.active !== false
  const isLast = locks.includes('locks-out-everyone')
  return {
    paragraphs: isLast
      ? paragraph(isYours ? 'last-admin-is-you' : 'last-admin', 'nobody-left')
      : isYours
        ? paragraph('own-account', staysAdmin ? 'own-email' : 'signs-you-out')
        : paragraph(staysAdmin ? 'perhaps-own-email' : 'may-sign-you-out'),
    requirements: {
      typeToConfirm: { noun: 'email', names: [user.email, toTypeable(user.email)] },
      acknowledges: locks,
    },
  }
}

/** How many active admins that a batch of writes leaves alone are read with it: one of them must still be one. */
const maxOtherAdmins = 8

/** Active admins whom these writes leave alone, if they take something from one. */
export function otherActiveAdmins(
  writes: readonly WriteRequestOf<UserTypes>[],
  list: RowList<User> | undefined,
): readonly string[] {
  const isLoss = (write: WriteRequestOf<UserTypes>) =>
    write.operation === 'delete' ||
    (write.operation === 'update' && (write.change.admin === false || write.change.active === false))
  if (
    list === undefined ||
    !writes.some((write) => isLoss(write) && 'snapshot' in write && isActiveAdmin(write.snapshot.row))
  )
    return []
  const emails = new Set(
    writes.map((write) => (write.operation === 'create' ? write.draft.email : write.snapshot.row.email)),
  )
  const otherAdmins: string[] = []
  for (let index = 0; index < list.count && otherAdmins.length < maxOtherAdmins; index += 1) {
    const user = list.at(index)
    if (isActiveAdmin(user) && !emails.has(user.email)) otherAdmins.push(user.email)
  }
  return otherAdmins
}
