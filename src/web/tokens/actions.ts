import { CalendarClock, Pencil, Plus, Repeat2, ToggleLeft, ToggleRight, Trash2, Wrench } from 'lucide-react'
import { canRepair, needsRepair, valueState } from '#api/service-facts.ts'
import { toTypeable } from '#web/ui/name-matching.ts'
import { hasNoExpiry, type Expiry, type NewToken, type Token, type TokenChange, tokenFlags } from '#api/token.ts'
import { toMillis } from '#api/wire.ts'
import type { Action, ActionOptions, ActionContext, Confirmation } from '#web/resource/action.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { formatFlag, pluralize, formatDateTimeWithZone } from '#web/ui/format.ts'
import { expirySetLabel, tokenStatus, tokenStatusLabels, newExpiryReason, disruptionText } from './status.ts'
import { isReplaced, outcomeRow, type Outcome } from '#api/write/outcome.ts'
import { hadNoExpiry } from '#api/write/value-change.ts'
import { typedKeys } from '#web/resource/resource.ts'

// Everything that can be done to tokens. One row is a selection of one.

type TokenAction = Action<Token, NewToken, TokenChange>
type TokenActionContext = ActionContext<Token>

/** From so many rows on, the number has to be typed before they are deleted. */
const typedCountFrom = 10

/** `“X”`, or `46 tokens`. */
const subjectText = (tokens: readonly Token[]) =>
  tokens.length === 1 ? `“${displayText(tokens[0]!.name)}”` : pluralize(tokens.length, 'token')

/** The token with whose value the admin signed in. */
const ownToken = (tokens: readonly Token[]) => tokens.find((token) => token.yours === true)

/** A job leaves out the token with whose value the admin signed in: that one is done alone, typed. */
const excludeOwnToken = (items: readonly { row: Token }[]) =>
  new Map(items.flatMap(({ row }) => (row.yours === true ? [[row.name, 'the token that you signed in with']] : [])))

/**
 * Said before an action that may change the value with which the admin is signed in. `isPermanent`: nobody can undo it.
 */
function ownTokenParagraphs(tokens: readonly Token[], isPermanent = false): string[] {
  if (ownToken(tokens) === undefined) return []
  return [
    `You signed in with the value of this token. The service may reject you from now on${isPermanent ? '.' : ', and only another admin can undo that.'}`,
  ]
}

function typedConfirmation(
  tokens: readonly Token[],
  minCount = Number.POSITIVE_INFINITY,
): Pick<Confirmation, 'typeToConfirm'> {
  const signInToken = ownToken(tokens)
  if (signInToken !== undefined)
    return { typeToConfirm: { noun: 'name', names: [signInToken.name, toTypeable(signInToken.name)] } }
  return tokens.length >= minCount ? { typeToConfirm: { noun: 'count', names: [String(tokens.length)] } } : {}
}

/** Whether programs can use a token now, as far as its row shows. */
const isUsed = (token: Token, context: TokenActionContext) =>
  !['inactive', 'expired'].includes(valueState(token, context))

/** One PUT of the whole record with the change, and a repair where the confirmation said so. */
const update: TokenAction = {
  icon: Pencil,
  label: 'Save changes',
  operation: 'update',
  progressLabel: 'Saving changes to #',
  doneLabel: 'Changes to # saved',
  excludedFromBulk: excludeOwnToken,
  confirmation: saveConfirmation,
  createTask: ({ snapshot, change }, _context, { repairs: shouldRepair }) =>
    snapshot && {
      operation: shouldRepair && isActiveAfter(snapshot.row, change) ? 'repair' : 'update',
      snapshot,
      change,
    },
}

/** Whether the value of a token is meant to work after this change. */
const isActiveAfter = (token: Token, { active = token.active }: TokenChange) => active !== false

/** The confirmation of a save: what it does to programs, then to values. */
function saveConfirmation(
  tokens: readonly Token[],
  change: TokenChange,
  context: TokenActionContext,
  options: ActionOptions,
): Confirmation | undefined {
  const { updateEffect } = context
  if (Object.keys(change).length === 0) return undefined
  const isOne = tokens.length === 1
  const isOff = change.active === false
  const hasNoEnd = tokens.some(
    (token) =>
      hasNoExpiry(token) && token.expiration_date !== undefined && (change.expiration_date ?? 'none') === 'none',
  )
  const needsRepairLater =
    updateEffect === 'replaces-and-needs-repair' && tokens.some((token) => isActiveAfter(token, change))
  const willRepair = needsRepairLater && canRepair(context)
  const mayExpire = hasNoEnd && updateEffect !== 'keeps' && !willRepair
  /** Nothing but that its value may change is to be said. */
  const isPlain = isOne && !isOff && !mayExpire && ownToken(tokens) === undefined
  const warns = isPlain && updateEffect === undefined
  if (isPlain && (updateEffect === 'keeps' || (warns && context.isWarned))) return undefined
  const [confirmLabel, title] = confirmLabels(change, options)
  const repairText = options.isUndo && willRepair ? ` and repair ${isOne ? 'its value' : 'their values'}` : ''
  return {
    title: `${title} ${subjectText(tokens)}${repairText}?`,
    confirmLabel,
    paragraphs: [
      ...(isOff
        ? offSentences(tokens, context)
        : [...writeParagraphs(tokens, change, context), valueSentence(tokens, change, context)]),
      ...(mayExpire
        ? [
            `${isOne ? `${subjectText(tokens)} has` : 'Some of them have'} no expiry. This save may leave ${isOne ? 'it' : 'them'} expired.`,
          ]
        : []),
      ...ownTokenParagraphs(tokens),
    ],
    ...typedConfirmation(tokens),
    ...(isOff && updateEffect === 'keeps' && { alternative: { label: replaceLabel(isOne), action: 'replace' } }),
    warningKey: warns,
    repairs: willRepair,
  }
}

/** What deactivating does to programs, then to values. */
function offSentences(tokens: readonly Token[], context: TokenActionContext): string[] {
  const isOne = tokens.length === 1
  const isUsedNow = tokens.some((token) => isUsed(token, context))
  const [these, it] = isOne ? [subjectText(tokens), 'it'] : ['these tokens', 'them']
  const stop = `Programs that use ${these} stop working`
  const stops = isUsedNow ? [`${stop} until you activate ${it} again.`] : []
  switch (context.updateEffect) {
    case undefined:
      return [...stops, valueSentence(tokens, {}, context)]
    case 'keeps':
      return [
        ...stops,
        `${valueSentence(tokens, {}, context)} Activating ${it} again lets whoever has ${it} in. Leaked?`,
      ]
    case 'replaces':
    case 'replaces-and-needs-repair': {
      const [whom, values] = [isUsedNow ? 'them' : 'programs', isOne ? 'value' : 'values']
      return [`${isUsedNow ? `${stop}. ` : ''}When you activate ${it} again, give ${whom} the new ${values}.`]
    }
  }
}

/** What programs can do after write was turned on or off. */
const writeParagraphs = (tokens: readonly Token[], { write }: TokenChange, context: TokenActionContext): string[] =>
  write !== undefined && tokens.some((token) => isUsed(token, context))
    ? [write ? 'Programs can then change data.' : 'Programs can then only read.']
    : []

/** What becomes of their values. */
function valueSentence(tokens: readonly Token[], change: TokenChange, context: TokenActionContext): string {
  const isOne = tokens.length === 1
  const values = isOne ? 'its value' : 'their values'
  const ones = isOne ? 'one' : 'ones'
  const active = tokens.filter((token) => isActiveAfter(token, change)).length
  switch (context.updateEffect) {
    case undefined:
      return `Saving may replace ${values}, for good.`
    case 'keeps':
      return isOne ? 'Its value stays the same.' : 'Their values stay the same.'
    case 'replaces-and-needs-repair': {
      if (active === 0) break
      if (!canRepair(context)) return `Saving replaces ${values}, and the service will probably reject the new ${ones}.`
      const those = active < tokens.length ? 'those of active tokens' : isOne ? 'it' : 'them'
      return `Saving replaces ${values} and repairs ${those}; programs need the new ${ones}.`
    }
    case 'replaces':
      break
  }
  return `Saving replaces ${values}; programs need the new ${ones}.`
}

/** The label of the button, and the title up to the name. */
function confirmLabels(
  { active, write, ...otherFields }: TokenChange,
  { isUndo }: ActionOptions,
): readonly [action: string, title: string] {
  if (isUndo) return ['Undo', 'Undo the last change to']
  const changesDate = Object.keys(otherFields).length > 0
  if (changesDate && active === undefined && write === undefined) return ['Save changes', 'Set the expiry of']
  if (changesDate || (active === undefined) === (write === undefined)) return ['Save changes', 'Save changes to']
  if (active !== undefined) return active ? ['Activate', 'Activate'] : ['Deactivate', 'Deactivate']
  return write === true ? ['Turn write on', 'Turn write on for'] : ['Turn write off', 'Turn write off for']
}

/** A save that sets one flag. */
function setFlagAction(
  field: 'active' | 'write',
  isOn: boolean,
  labels: Pick<TokenAction, 'label' | 'progressLabel' | 'doneLabel'>,
  reason: string,
): TokenAction {
  return {
    ...update,
    ...labels,
    icon: isOn ? ToggleRight : ToggleLeft,
    unavailableReason: (token) => (token[field] === isOn ? reason : undefined),
    defaultChange: () => ({ [field]: isOn }),
  }
}

/** Gives tokens the same expiry, counted once. One alone gets it in its sheet. */
const setExpiry: TokenAction = {
  ...update,
  icon: CalendarClock,
  label: 'Set expiry…',
  progressLabel: 'Setting the expiry of #',
  doneLabel: 'Expiry of # set',
  doneLabelFor: ({ expiration_date }) => expirySetLabel(expiration_date),
  changeForDate(date, _token, { now }) {
    const expiry = date as Expiry
    return {
      expiration_date: typeof expiry === 'object' && 'after' in expiry ? { at: now + expiry.after } : expiry,
    }
  },
  confirmation(tokens, change, context, options) {
    const changeWithDate: TokenChange =
      Object.keys(change).length > 0 ? change : { expiration_date: { at: context.now } }
    const baseConfirmation = saveConfirmation(tokens, changeWithDate, context, options)
    const datePrompt = tokens.length === 1 ? 'The token gets this expiry.' : 'All of them get the same expiry.'
    const heading = { title: `Set the expiry of ${subjectText(tokens)}?`, confirmLabel: 'Set expiry' }
    // Done again, they get the date that was chosen.
    if (changeWithDate === change) return baseConfirmation && { ...baseConfirmation, ...heading }
    return { paragraphs: [], ...baseConfirmation, ...heading, datePrompt }
  },
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
  confirmation(tokens) {
    if (tokens.length === 1 && ownToken(tokens) === undefined) return undefined
    return {
      title: `Repair ${subjectText(tokens)}?`,
      confirmLabel: 'Repair',
      paragraphs: [
        tokens.length === 1
          ? 'The console saves it again until its value fits. Programs need the new value.'
          : 'The console saves each again until its value fits. Programs need the new values.',
        ...ownTokenParagraphs(tokens),
      ],
      ...typedConfirmation(tokens),
    }
  },
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
  confirmation(tokens, _change, context) {
    const isOne = tokens.length === 1
    const reason = isOne ? newExpiryReason(tokens[0]!, context) : undefined
    const newExpiryCount = tokens.filter((token) => newExpiryReason(token, context) !== undefined).length
    return {
      title: isOne ? `Replace the value of ${subjectText(tokens)}?` : `Replace the values of ${subjectText(tokens)}?`,
      confirmLabel: isOne ? 'Replace value' : 'Replace values',
      reconfirmLabel: 'Replace anyway',
      ...(!isOne && { danger: true }),
      paragraphs: [
        `${disruptionText(tokens, ` until they get the new ${isOne ? 'one' : 'ones'}`)}${isOne ? 'It' : 'Each'} is deleted and created again, so it fails for a moment.`,
        ...(isOne ? [] : ['Keep this tab open until you have copied them.']),
        ...ownTokenParagraphs(tokens),
      ],
      ...typedConfirmation(tokens),
      details: [{ label: 'Service', value: context.service.name, isService: true }],
      ...(newExpiryCount > 0 && {
        datePrompt: isOne
          ? `The stored expiry ${reason}, so the new value gets another.`
          : `The stored expiry of ${pluralize(newExpiryCount, 'token')} has passed or can’t be read. The new ${newExpiryCount === 1 ? 'value gets' : 'values get'} another.`,
      }),
    }
  },
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
  confirmation(tokens, _change, context) {
    const [only] = tokens
    const isOne = tokens.length === 1 && only !== undefined
    const status = only && tokenStatus(only, context)
    const updatedAt = only && toMillis(only.updated_at, context.timeUnit)
    const service = { label: 'Service', value: context.service.name, isService: true } as const
    return {
      title: `Delete ${subjectText(tokens)}?`,
      confirmLabel: isOne ? 'Delete token' : `Delete ${subjectText(tokens)}`,
      danger: true,
      paragraphs: [
        `${disruptionText(tokens)}You can’t undo this; ${isOne ? 'a new token of this name gets another value' : 'new tokens of these names get other values'}.`,
        ...ownTokenParagraphs(tokens, true),
      ],
      ...typedConfirmation(tokens, typedCountFrom),
      details:
        isOne && status !== undefined
          ? [
              { label: 'Status', value: tokenStatusLabels[status], mark: status },
              { label: 'Write', value: formatFlag(only.write) },
              ...(updatedAt === undefined ? [] : [{ label: 'Updated', value: formatDateTimeWithZone(updatedAt) }]),
              service,
            ]
          : [service],
    }
  },
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
  writeOn: setFlagAction(
    'write',
    true,
    { label: 'Turn write on', progressLabel: 'Turning write on for #', doneLabel: 'Write turned on for #' },
    'already allowed to write',
  ),
  writeOff: setFlagAction(
    'write',
    false,
    { label: 'Turn write off', progressLabel: 'Turning write off for #', doneLabel: 'Write turned off for #' },
    'already read-only',
  ),
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
