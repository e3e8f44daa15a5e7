import { Pencil, ToggleRight, ToggleLeft, Trash2, Plus } from 'lucide-react'
import type { Action, ActionContext, ActionOptions, Confirmation } from '#web/resource/action.ts'
import type { User, UserDraft, UserChange } from '#api/user.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { pluralize } from '#web/ui/format.ts'
import { type Outcome, outcomeRow } from '#api/write/outcome.ts'
import { excludedFromBulk, userAfterChange, lockoutConfirmation } from './own-account.ts'

// Everything that can be done to users. One row is a selection of one.

type UserAct = Action<User, UserDraft, UserChange>

type KnowsUsers = ActionContext<User>

/** From so many rows on, the number has to be typed before they are deleted. */
const manyToDelete = 10

/** `“X”`, or `46 users`. */
const named = (users: readonly User[]) =>
  users.length === 1 ? `“${displayText(users[0]!.email)}”` : pluralize(users.length, 'user')

/** One PUT of the whole record with the change. */
const save: UserAct = {
  icon: Pencil,
  label: 'Save changes',
  bulkLabel: false,
  operation: 'update',
  progressLabel: 'Saving changes to #',
  doneLabel: 'Changes to # saved',
  excludedFromBulk: (items, knows) =>
    excludedFromBulk(
      items.map(({ row, change }) => [row, userAfterChange(row, change)]),
      knows,
    ),
  confirmation: saveQuestion,
  createTask({ snapshot, change, readPassword }, _knows, { acknowledged }) {
    if (snapshot === undefined) return undefined
    const password = readPassword?.()
    // Its field is gone. The save must not leave it out.
    if (readPassword !== undefined && password === undefined) return undefined
    return {
      operation: 'update',
      snapshot,
      change: password === undefined ? change : { ...change, new_password: password },
      acknowledged,
    }
  },
}

/** The question before a save; undefined: there is nothing to say. */
function saveQuestion(
  users: readonly User[],
  change: UserChange,
  knows: KnowsUsers,
  how: ActionOptions,
): Confirmation | undefined {
  const [only, ...others] = users
  if (only === undefined) return undefined
  const isOne = others.length === 0
  const made = isOne ? madeBy(only, change, knows) : change
  const lockOut = lockoutConfirmation(
    users.map((user) => [user, userAfterChange(user, made)]),
    knows,
    how.acknowledged,
  )
  if (isOne && made.active !== false && lockOut === undefined) return undefined
  const [action, title] = verbsOf(made, how)
  return {
    ...lockOut,
    title: `${title} ${named(users)}?`,
    confirmLabel: action,
    paragraphs: [...(made.active === false ? [offWords(users)] : []), ...(lockOut?.sentences ?? [])],
  }
}

/** What a change makes of a row: what the row has already is no change. Without a list, nobody knows what it has. */
function madeBy(row: User, { admin, active, ...others }: UserChange, { list }: KnowsUsers): UserChange {
  return {
    ...others,
    ...(admin !== undefined && (list === undefined || admin !== row.admin) && { admin }),
    ...(active !== undefined && (list === undefined || active !== row.active) && { active }),
  }
}

const offWords = (users: readonly User[]) =>
  users.length === 1
    ? `${named(users)} can no longer sign in or administer. Access tokens issued before may still read and write data until the user is deleted.`
    : 'They can no longer sign in or administer. Access tokens issued before may still read and write data until the users are deleted.'

/** The label of the button, and the title up to the email. */
function verbsOf(change: UserChange, { isUndo }: ActionOptions): readonly [action: string, title: string] {
  if (isUndo) return ['Undo', 'Undo the last change to']
  if (change.active === false) return ['Deactivate', 'Deactivate']
  if (change.admin === false) return ['Turn admin off', 'Turn admin off for']
  if (change.new_email !== undefined) return ['Change email', 'Change the email of']
  if (Object.keys(change).length !== 1) return ['Save changes', 'Save changes to']
  if (change.active === true) return ['Activate', 'Activate']
  return change.admin === true ? ['Turn admin on', 'Turn admin on for'] : ['Save changes', 'Save changes to']
}

/** A save that sets one flag. `so`: why a user who has it already is left out. */
function flag(
  field: 'active' | 'admin',
  to: boolean,
  words: Pick<UserAct, 'label' | 'progressLabel' | 'doneLabel'>,
  so: string,
): UserAct {
  return {
    ...save,
    ...words,
    bulkLabel: words.label,
    icon: to ? ToggleRight : ToggleLeft,
    unavailableReason: (user, { list }) => (list !== undefined && user[field] === to ? so : undefined),
    defaultChange: () => ({ [field]: to }),
  }
}

/** One DELETE of each, if the row is still the one that the admin saw. Without a list, nothing tells. */
const remove: UserAct = {
  icon: Trash2,
  label: 'Delete…',
  accessibleLabel: (email) => `Delete ${email}`,
  danger: true,
  inRowMenu: true,
  operation: 'delete',
  progressLabel: 'Deleting #',
  doneLabel: '# deleted',
  excludedFromBulk: (items, knows) =>
    excludedFromBulk(
      items.map(({ row }) => [row, undefined]),
      knows,
    ),
  confirmation(users, _change, knows, how) {
    const [only, ...others] = users
    if (only === undefined) return undefined
    const isOne = others.length === 0
    const isUnlisted = knows.list === undefined
    const lockOut = lockoutConfirmation(
      users.map((user) => [user, undefined]),
      knows,
      how.acknowledged,
    )
    return {
      ...(users.length >= manyToDelete && { typeToConfirm: { what: 'count', names: [String(users.length)] } }),
      ...lockOut,
      title: `Delete ${named(users)}?`,
      confirmLabel: isUnlisted ? 'Delete without checking' : isOne ? 'Delete user' : `Delete ${named(users)}`,
      danger: true,
      paragraphs: [
        ...(isUnlisted
          ? [
              `The console can’t check whether ${isOne ? 'this is still the same account' : 'these are still the same accounts'}.`,
            ]
          : []),
        isOne
          ? 'The account can no longer sign in. Token values this person copied keep working. You can’t undo this.'
          : 'They can no longer sign in. Token values these people copied keep working. You can’t undo this.',
        ...(lockOut?.sentences ?? []),
      ],
      details: [{ label: 'Service', says: knows.service.name, isService: true }],
      acknowledges: [...(lockOut?.acknowledges ?? []), ...(isUnlisted ? (['identity-unknown'] as const) : [])],
    }
  },
  createTask: ({ snapshot }, _knows, { acknowledged }) => snapshot && { operation: 'delete', snapshot, acknowledged },
}

/** One POST. */
const create: UserAct = {
  icon: Plus,
  label: 'New user',
  bulkLabel: false,
  operation: 'create',
  progressLabel: 'Creating #',
  doneLabel: '# created',
  createTask({ name: email, change: { admin = false, active = true }, readPassword }) {
    const password = readPassword?.()
    return password === undefined ? undefined : { operation: 'create', draft: { email, password, admin, active } }
  },
}

/** In the order in which the selection bar offers them. */
export const userActions = {
  create,
  save,
  activate: flag(
    'active',
    true,
    { label: 'Activate', progressLabel: 'Activating #', doneLabel: '# activated' },
    'already active',
  ),
  deactivate: flag(
    'active',
    false,
    { label: 'Deactivate', progressLabel: 'Deactivating #', doneLabel: '# deactivated' },
    'already inactive',
  ),
  adminOn: flag(
    'admin',
    true,
    { label: 'Turn admin on', progressLabel: 'Turning admin on for #', doneLabel: 'Admin turned on for #' },
    'already allowed to administer',
  ),
  adminOff: flag(
    'admin',
    false,
    { label: 'Turn admin off', progressLabel: 'Turning admin off for #', doneLabel: 'Admin turned off for #' },
    'not allowed to administer',
  ),
  delete: remove,
}

/**
 * A change of what a save asked for back to its state before. Other fields keep what somebody may have changed since.
 * Undefined if there is nothing to undo, or if a field cannot be restored: no update brings an old password back.
 */
export function userUndoChange(outcome: Outcome<User, object>): UserChange | undefined {
  const { operation: act, before, requestedFields } = outcome.request
  if (act !== 'update' || before === undefined || outcomeRow(outcome) === undefined) return undefined
  const change: UserChange = {}
  for (const field of requestedFields) {
    if (field === 'email') change.new_email = before.email
    else if ((field === 'admin' || field === 'active') && before[field] !== undefined) change[field] = before[field]
    else return undefined
  }
  return Object.keys(change).length === 0 ? undefined : change
}
