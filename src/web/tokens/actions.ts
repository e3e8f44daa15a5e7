import { CalendarClock, Pencil, Plus, Repeat2, ToggleLeft, ToggleRight, Trash2, Wrench } from 'lucide-react'
import { canRepair, needsRepair } from '#api/service-facts.ts'
import { hasNoExpiry, type Expiry, type NewToken, type Token, type TokenChange, tokenFlags } from '#api/token.ts'
import type { Action } from '#web/resource/action.ts'
import { saveLabels } from '#web/resource/save-labels.ts'
import { pluralize } from '#web/ui/format.ts'
import { isReplaced, outcomeRow, type Outcome } from '#api/write/outcome.ts'
import { hadNoExpiry } from '#api/write/value-change.ts'
import { typedKeys } from '#web/resource/resource.ts'
import { isActiveAfter, tokenConfirmations } from './confirmations.ts'
import { expirySetLabel, newExpiryReason } from './status.ts'

// Everything that can be done to tokens. One row is a selection of one. What is said before: `confirmations.ts`.

type TokenAction = Action<Token, NewToken, TokenChange>

/** A job leaves out the token with whose value the admin signed in: that one is done alone, typed. */
const excludeOwnToken = (items: readonly { row: Token }[]) =>
  new Map(items.flatMap(({ row }) => (row.yours === true ? [[row.name, 'the token that you signed in with']] : [])))

/** One PUT of the whole record with the change, and a repair where the confirmation said so. */
const update: TokenAction = {
  ...saveLabels({}),
  icon: Pencil,
  operation: 'update',
  excludedFromBulk: excludeOwnToken,
  confirmation: tokenConfirmations.save,
  createTask: ({ snapshot, change }, _context, { repairs: shouldRepair }) =>
    snapshot && {
      operation: shouldRepair && isActiveAfter(snapshot.row, change) ? 'repair' : 'update',
      snapshot,
      change,
    },
}

/** A save that sets one flag. `reason`: why a token that has it already is left out. */
function setFlagAction(field: 'active' | 'write', isOn: boolean, reason: string): TokenAction {
  return {
    ...update,
    ...saveLabels({ [field]: isOn }),
    icon: isOn ? ToggleRight : ToggleLeft,
    unavailableReason: (token) => (token[field] === isOn ? reason : undefined),
    defaultChange: () => ({ [field]: isOn }),
  }
}

/** Gives tokens the same expiry, counted once. One alone gets it in its sheet. */
const setExpiry: TokenAction = {
  ...update,
  ...saveLabels({ expiration_date: 'none' }),
  icon: CalendarClock,
  label: 'Set expiry…',
  doneLabelFor: ({ expiration_date }) => expirySetLabel(expiration_date),
  changeForDate(date, _token, { now }) {
    const expiry = date as Expiry
    return {
      expiration_date: typeof expiry === 'object' && 'after' in expiry ? { at: now + expiry.after } : expiry,
    }
  },
  confirmation: tokenConfirmations.expiry,
}

/** Saves a token again until its value agrees with its row. It changes no field. */
const repair: TokenAction = {
  icon: Wrench,
  label: 'Repair value',
  bulkLabel: (rows) => `Repair ${pluralize(rows, 'value')}`,
  accessibleLabel: (name) => `Repair value of ${name}`,
  inRowMenu: true,
  operation: 'update',
  progressLabel: 'Repairing #',
  doneLabel: '# repaired',
  excludedFromBulk: excludeOwnToken,
  unavailableReason: (token, context) =>
    needsRepair(token, context) && canRepair(context) ? undefined : 'not in need of repair',
  confirmation: tokenConfirmations.repair,
  overwriteTexts: { label: 'Repair anyway', text: 'Repairing it keeps that.' },
  createTask: ({ snapshot }) => snapshot && { operation: 'repair', snapshot, change: {} },
}

const replaceLabel = (isOne: boolean) => (isOne ? 'Replace value…' : 'Replace values…')

/** Deletes tokens and creates them again under the same names, with another expiry where the stored one cannot stay. */
const replace: TokenAction = {
  icon: Repeat2,
  label: replaceLabel(true),
  bulkLabel: () => replaceLabel(false),
  inRowMenu: true,
  operation: 'update',
  progressLabel: 'Replacing the values of #',
  doneLabel: 'Values of # replaced',
  excludedFromBulk: excludeOwnToken,
  changeForDate: (date, token, context) =>
    newExpiryReason(token, context) === undefined ? {} : { expiration_date: date as Expiry },
  confirmation: tokenConfirmations.replace,
  overwriteTexts: { label: 'Replace anyway', text: 'Replacing its value keeps that.' },
  createTask: ({ snapshot, change }) => snapshot && { operation: 'replace', snapshot, change },
}

/** One DELETE of each, if the row is still the one that the admin saw. */
const deleteAction: TokenAction = {
  icon: Trash2,
  label: 'Delete…',
  accessibleLabel: (name) => `Delete ${name}`,
  danger: true,
  inRowMenu: true,
  operation: 'delete',
  progressLabel: 'Deleting #',
  doneLabel: '# deleted',
  excludedFromBulk: excludeOwnToken,
  confirmation: tokenConfirmations.delete,
  overwriteTexts: { label: 'Delete anyway', text: 'Deleting it deletes that, too.' },
  createTask: ({ snapshot }, _context, { acknowledged }) => snapshot && { operation: 'delete', snapshot, acknowledged },
}

/** One POST. */
const create: TokenAction = {
  icon: Plus,
  label: 'New token',
  operation: 'create',
  progressLabel: 'Creating #',
  doneLabel: '# created',
  createTask: ({ name, change }) => ({ operation: 'create', draft: { ...(change as Required<TokenChange>), name } }),
}

/** Everything that can be done to tokens. */
export const tokenActions = {
  create,
  update,
  activate: setFlagAction('active', true, 'already active'),
  deactivate: setFlagAction('active', false, 'already inactive'),
  writeOn: setFlagAction('write', true, 'already allowed to write'),
  writeOff: setFlagAction('write', false, 'already read-only'),
  setExpiry,
  replace,
  repair,
  delete: deleteAction,
}

/**
 * A change of what a save asked for or did back to its state before, including that it had no expiry. Other fields keep what
 * somebody may have changed since. Undefined if there is nothing to undo, or if a field cannot be restored.
 */
export function tokenUndoChange(outcome: Outcome<Token, object>): TokenChange | undefined {
  const { operation, before, requestedFields } = outcome.request
  const row = outcomeRow(outcome)
  if (operation !== 'update' || before === undefined || row === undefined || isReplaced(outcome)) return undefined
  const hadNone = hasNoExpiry(before) || hadNoExpiry(before)
  const requestsDate = requestedFields.includes('expiration_date')
  const dateChanged = before.expiration_date !== row.expiration_date
  const expiry = requestsDate || dateChanged || hadNone ? previousExpiry(before, row, hadNone) : undefined
  if (expiry === 'lost' && requestsDate) return undefined
  const change: TokenChange = expiry === 'lost' || expiry === undefined ? {} : { expiration_date: expiry }
  for (const flag of typedKeys(tokenFlags)) {
    if (before[flag] === row[flag] && !requestedFields.includes(flag)) continue
    if (before[flag] === undefined && requestedFields.includes(flag)) return undefined
    if (before[flag] !== undefined) change[flag] = before[flag]
  }
  return Object.keys(change).length === 0 ? undefined : change
}

/** The date to restore; undefined: it has not changed. */
function previousExpiry(
  { expiration_date: integer }: Token,
  after: Token,
  hadNone: boolean,
): Expiry | undefined | 'lost' {
  if (hadNone) return hasNoExpiry(after) ? undefined : 'none'
  // As an integer: a moment would be sent in whole seconds.
  return typeof integer === 'number' ? { integer } : 'lost'
}
