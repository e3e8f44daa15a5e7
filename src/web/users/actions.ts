import { Pencil, ToggleRight, ToggleLeft, Trash2, Plus } from 'lucide-react'
import type { Action, ActionContext, ActionOptions, Confirmation } from '#web/resource/action.ts'
import type { User, UserDraft, UserChange } from '#api/user.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { pluralize } from '#web/ui/format.ts'
import { type Outcome, outcomeRow } from '#api/write/outcome.ts'
import { excludedFromBulk, userAfterChange, lockoutConfirmation } from './lockout.ts'

// Everything that can be done to users. One row is a selection of one.

type UserAction = Action<User, UserDraft, UserChange>

type UserActionContext = ActionContext<User>

/** From so many rows on, the number has to be typed before they are deleted. */
const typedCountFrom = 10

/** `“X”`, or `46 users`. */
const subjectText = (users: readonly User[]) =>
  users.length === 1 ? `“${displayText(users[0]!.email)}”` : pluralize(users.length, 'user')

/** One PUT of the whole record with the change. */
const update: UserAction = {
  icon: Pencil,
  label: 'Save changes',
  operation: 'update',
  progressLabel: 'Saving changes to #',
  doneLabel: 'Changes to # saved',
  excludedFromBulk: (items, context) =>
    excludedFromBulk(
      items.map(({ row, change }) => [row, userAfterChange(row, change)]),
      context,
    ),
  confirmation: saveConfirmation,
  createTask({ snapshot, change, readPassword }, _context, { acknowledged }) {
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

/** The flags of new users as they were asked for. That was confirmed with their creation. */
const correct: UserAction = {
  ...update,
  label: 'Correct',
  progressLabel: 'Correcting #',
  doneLabel: '# corrected',
  confirmation: () => undefined,
}

/** A new password for each, which is generated when it is sent. */
const setPasswords: UserAction = {
  ...update,
  label: 'Set new passwords',
  progressLabel: 'Setting new passwords for #',
  doneLabel: 'New passwords set for #',
  confirmation: (users) => ({
    title: `Set new passwords for ${pluralize(users.length, 'user')}?`,
    confirmLabel: 'Set new passwords',
    paragraphs: ['Their current passwords stop working. Copy the new ones from the report.'],
  }),
}

/** The confirmation of a save; undefined: there is nothing to say. */
function saveConfirmation(
  users: readonly User[],
  change: UserChange,
  context: UserActionContext,
  options: ActionOptions,
): Confirmation | undefined {
  const [only, ...otherUsers] = users
  if (only === undefined) return undefined
  const isOne = otherUsers.length === 0
  const effective = isOne ? effectiveChange(only, change, context) : change
  const lockOut = lockoutConfirmation(
    users.map((user) => [user, userAfterChange(user, effective)]),
    context,
    options.acknowledged,
  )
  if (isOne && effective.active !== false && lockOut === undefined) return undefined
  const [confirmLabel, title] = confirmLabels(effective, options)
  return {
    ...lockOut,
    title: `${title} ${subjectText(users)}?`,
    confirmLabel,
    paragraphs: [...(effective.active === false ? [deactivationText(users)] : []), ...(lockOut?.sentences ?? [])],
  }
}

/** What a change makes of a row: what the row has already is no change. Without a list, nobody knows what it has. */
function effectiveChange(
  row: User,
  { admin, active, ...otherFields }: UserChange,
  { list }: UserActionContext,
): UserChange {
  return {
    ...otherFields,
    ...(admin !== undefined && (list === undefined || admin !== row.admin) && { admin }),
    ...(active !== undefined && (list === undefined || active !== row.active) && { active }),
  }
}

const deactivationText = (users: readonly User[]) =>
  users.length === 1
    ? `${subjectText(users)} can no longer sign in or administer. Access tokens issued before may still read and write data until the user is deleted.`
    : 'They can no longer sign in or administer. Access tokens issued before may still read and write data until the users are deleted.'

/** The label of the button, and the title up to the email. */
function confirmLabels(change: UserChange, { isUndo }: ActionOptions): readonly [action: string, title: string] {
  if (isUndo) return ['Undo', 'Undo the last change to']
  if (change.active === false) return ['Deactivate', 'Deactivate']
  if (change.admin === false) return ['Turn admin off', 'Turn admin off for']
  if (change.new_email !== undefined) return ['Change email', 'Change the email of']
  if (Object.keys(change).length !== 1) return ['Save changes', 'Save changes to']
  if (change.active === true) return ['Activate', 'Activate']
  return change.admin === true ? ['Turn admin on', 'Turn admin on for'] : ['Save changes', 'Save changes to']
}

/** A save that sets one flag. `reason`: why a user who has it already is left out. */
function setFlagAction(
  field: 'active' | 'admin',
  isOn: boolean,
  labels: Pick<UserAction, 'label' | 'progressLabel' | 'doneLabel'>,
  reason: string,
): UserAction {
  return {
    ...update,
    ...labels,
    icon: isOn ? ToggleRight : ToggleLeft,
    unavailableReason: (user, { list }) => (list !== undefined && user[field] === isOn ? reason : undefined),
    defaultChange: () => ({ [field]: isOn }),
  }
}

/** One DELETE of each, if the row is still the one that the admin saw. Without a list, nothing tells. */
const deleteAction: UserAction = {
  icon: Trash2,
  label: 'Delete…',
  accessibleLabel: (email) => `Delete ${email}`,
  danger: true,
  inRowMenu: true,
  operation: 'delete',
  progressLabel: 'Deleting #',
  doneLabel: '# deleted',
  excludedFromBulk: (items, context) =>
    excludedFromBulk(
      items.map(({ row }) => [row, undefined]),
      context,
    ),
  confirmation(users, _change, context, options) {
    const [only, ...otherUsers] = users
    if (only === undefined) return undefined
    const isOne = otherUsers.length === 0
    const isUnlisted = context.list === undefined
    const lockOut = lockoutConfirmation(
      users.map((user) => [user, undefined]),
      context,
      options.acknowledged,
    )
    return {
      ...(users.length >= typedCountFrom && { typeToConfirm: { noun: 'count', names: [String(users.length)] } }),
      ...lockOut,
      title: `Delete ${subjectText(users)}?`,
      confirmLabel: isUnlisted ? 'Delete without checking' : isOne ? 'Delete user' : `Delete ${subjectText(users)}`,
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
      details: [{ label: 'Service', value: context.service.name, isService: true }],
      acknowledges: [...(lockOut?.acknowledges ?? []), ...(isUnlisted ? (['identity-unknown'] as const) : [])],
    }
  },
  createTask: ({ snapshot }, _context, { acknowledged }) => snapshot && { operation: 'delete', snapshot, acknowledged },
}

/** One POST. */
const create: UserAction = {
  icon: Plus,
  label: 'New user',
  operation: 'create',
  progressLabel: 'Creating #',
  doneLabel: '# created',
  createTask({ name: email, change: { admin = false, active = true }, readPassword }) {
    const password = readPassword?.()
    return password === undefined ? undefined : { operation: 'create', draft: { email, password, admin, active } }
  },
}

/** Everything that can be done to users. */
export const userActions = {
  create,
  update,
  correct,
  setPasswords,
  activate: setFlagAction(
    'active',
    true,
    { label: 'Activate', progressLabel: 'Activating #', doneLabel: '# activated' },
    'already active',
  ),
  deactivate: setFlagAction(
    'active',
    false,
    { label: 'Deactivate', progressLabel: 'Deactivating #', doneLabel: '# deactivated' },
    'already inactive',
  ),
  adminOn: setFlagAction(
    'admin',
    true,
    { label: 'Turn admin on', progressLabel: 'Turning admin on for #', doneLabel: 'Admin turned on for #' },
    'already allowed to administer',
  ),
  adminOff: setFlagAction(
    'admin',
    false,
    { label: 'Turn admin off', progressLabel: 'Turning admin off for #', doneLabel: 'Admin turned off for #' },
    'not allowed to administer',
  ),
  delete: deleteAction,
}

/**
 * A change of what a save asked for back to its state before. Other fields keep what somebody may have changed since.
 * Undefined if there is nothing to undo, or if a field cannot be restored: no update brings an old password back.
 */
export function userUndoChange(outcome: Outcome<User, object>): UserChange | undefined {
  const { operation, before, requestedFields } = outcome.request
  if (operation !== 'update' || before === undefined || outcomeRow(outcome) === undefined) return undefined
  const change: UserChange = {}
  for (const field of requestedFields) {
    if (field === 'email') change.new_email = before.email
    else if ((field === 'admin' || field === 'active') && before[field] !== undefined) change[field] = before[field]
    else return undefined
  }
  return Object.keys(change).length === 0 ? undefined : change
}
