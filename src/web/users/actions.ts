import { Pencil, ToggleRight, ToggleLeft, Trash2, Plus } from 'lucide-react'
import type { Action } from '#web/resource/action.ts'
import type { User, UserDraft, UserChange } from '#api/user.ts'
import { saveLabels } from '#web/resource/save-labels.ts'
import { type Outcome, outcomeRow } from '#api/write/outcome.ts'
import { userConfirmations } from './confirmations.ts'
import { excludedFromBulk, userAfterChange } from './lockout.ts'

// Everything that can be done to users. One row is a selection of one. What is said before: `confirmations.ts`.

type UserAction = Action<User, UserDraft, UserChange>

/** One PUT of the whole record with the change. */
const update: UserAction = {
  ...saveLabels({}),
  icon: Pencil,
  operation: 'update',
  excludedFromBulk: (items, context) =>
    excludedFromBulk(
      items.map(({ row, change }) => [row, userAfterChange(row, change)]),
      context,
    ),
  confirmation: userConfirmations.save,
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
  confirmation: userConfirmations.passwords,
}

/** A save that sets one flag. `reason`: why a user who has it already is left out. */
function setFlagAction(field: 'active' | 'admin', isOn: boolean, reason: string): UserAction {
  return {
    ...update,
    ...saveLabels({ [field]: isOn }),
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
  confirmation: userConfirmations.delete,
  overwriteTexts: { label: 'Delete anyway', text: 'Deleting it deletes that, too.' },
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
  activate: setFlagAction('active', true, 'already active'),
  deactivate: setFlagAction('active', false, 'already inactive'),
  adminOn: setFlagAction('admin', true, 'already allowed to administer'),
  adminOff: setFlagAction('admin', false, 'not allowed to administer'),
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
