import { CalendarClock, Pencil, Plus, Repeat2, ToggleLeft, ToggleRight, Trash2, Wrench } from 'lucide-react'
import { canRepair, needsRepair, valueState } from '#api/service-facts.ts'
import { toTypeable } from '#web/ui/name-matching.ts'
import { hasNoExpiry, type Expiry, type NewToken, type Token, type TokenChange } from '#api/token.ts'
import { toMillis } from '#api/wire.ts'
import type { Action, ActionOptions, ActionContext, Confirmation } from '#web/resource/action.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { formatFlag, pluralize, formatDateTimeWithZone } from '#web/ui/format.ts'
import { expirySetLabel, tokenStatus, tokenStatusLabels, newExpiryReason, disruptionText } from './status.ts'

// Everything that can be done to tokens. One row is a selection of one.

type TokenAct = Action<Token, NewToken, TokenChange>
type KnowsTokens = ActionContext<Token>

/** From so many rows on, the number has to be typed before they are deleted. */
const manyToDelete = 10

/** `“X”`, or `46 tokens`. */
const named = (tokens: readonly Token[]) =>
  tokens.length === 1 ? `“${displayText(tokens[0]!.name)}”` : pluralize(tokens.length, 'token')

/** The token with whose value the admin signed in. */
const yours = (tokens: readonly Token[]) => tokens.find((token) => token.yours === true)

/** A job leaves out the token with whose value the admin signed in: that one is done alone, typed. */
const spares = (items: readonly { row: Token }[]) =>
  new Map(items.flatMap(({ row }) => (row.yours === true ? [[row.name, 'the token that you signed in with']] : [])))

/** Said before an act that may change the value with which the admin is signed in. `isFinal`: nobody can undo it. */
function yoursWords(tokens: readonly Token[], isFinal = false): string[] {
  if (yours(tokens) === undefined) return []
  return [
    `You signed in with the value of this token. The service may reject you from now on${isFinal ? '.' : ', and only another admin can undo that.'}`,
  ]
}

function typedFor(tokens: readonly Token[], atLeast = Number.POSITIVE_INFINITY): Pick<Confirmation, 'typeToConfirm'> {
  const own = yours(tokens)
  if (own !== undefined) return { typeToConfirm: { what: 'name', names: [own.name, toTypeable(own.name)] } }
  return tokens.length >= atLeast ? { typeToConfirm: { what: 'count', names: [String(tokens.length)] } } : {}
}

/** Whether programs can use a token now, as far as its row shows. */
const isUsed = (token: Token, knows: KnowsTokens) => !['inactive', 'expired'].includes(valueState(token, knows))

/** One PUT of the whole record with the change, and a repair where the question said so. */
const save: TokenAct = {
  icon: Pencil,
  label: 'Save changes',
  bulkLabel: false,
  operation: 'update',
  progressLabel: 'Saving changes to #',
  doneLabel: 'Changes to # saved',
  excludedFromBulk: spares,
  confirmation: saveQuestion,
  createTask: ({ snapshot, change }, _knows, { repairs }) =>
    snapshot && { operation: repairs && endsActive(snapshot.row, change) ? 'repair' : 'update', snapshot, change },
}

/** Whether the value of a token is meant to work after this change. */
const endsActive = (token: Token, { active = token.active }: TokenChange) => active !== false

/** The question before a save: what it does to programs, then to values. */
function saveQuestion(
  tokens: readonly Token[],
  change: TokenChange,
  knows: KnowsTokens,
  how: ActionOptions,
): Confirmation | undefined {
  const { updateEffect } = knows
  if (Object.keys(change).length === 0) return undefined
  const isOne = tokens.length === 1
  const isOff = change.active === false
  const endsNever = tokens.some(
    (token) =>
      hasNoExpiry(token) &&
      token.expiration_date !== undefined &&
      (change.expiration_date ?? 'none') === 'none',
  )
  const isNeeded = updateEffect === 'replaces-and-needs-repair' && tokens.some((token) => endsActive(token, change))
  const repairs = isNeeded && canRepair(knows)
  const mayEnd = endsNever && updateEffect !== 'keeps' && !repairs
  /** Nothing but that its value may change is to be said. */
  const isPlain = isOne && !isOff && !mayEnd && yours(tokens) === undefined
  const warns = isPlain && updateEffect === undefined
  if (isPlain && (updateEffect === 'keeps' || (warns && knows.isWarned))) return undefined
  const [action, title] = verbsOf(change, how)
  return {
    title: `${title} ${named(tokens)}?`,
    confirmLabel: action,
    paragraphs: [
      ...(isOff
        ? offSentences(tokens, knows)
        : [...writeWords(tokens, change, knows), valueSentence(tokens, change, knows)]),
      ...(mayEnd
        ? [
            `${isOne ? `${named(tokens)} has` : 'Some of them have'} no expiry. This save may leave ${isOne ? 'it' : 'them'} expired.`,
          ]
        : []),
      ...yoursWords(tokens),
    ],
    ...typedFor(tokens),
    ...(isOff && updateEffect === 'keeps' && { alternative: { label: replaceLabel(isOne), act: 'replace' } }),
    warningKey: warns,
    repairs,
  }
}

/** What deactivating does to programs, then to values. */
function offSentences(tokens: readonly Token[], knows: KnowsTokens): string[] {
  const isOne = tokens.length === 1
  const isUsedNow = tokens.some((token) => isUsed(token, knows))
  const [these, it] = isOne ? [named(tokens), 'it'] : ['these tokens', 'them']
  const stop = `Programs that use ${these} stop working`
  const stops = isUsedNow ? [`${stop} until you activate ${it} again.`] : []
  switch (knows.updateEffect) {
    case undefined:
      return [...stops, valueSentence(tokens, {}, knows)]
    case 'keeps':
      return [...stops, `${valueSentence(tokens, {}, knows)} Activating ${it} again lets whoever has ${it} in. Leaked?`]
    case 'replaces':
    case 'replaces-and-needs-repair': {
      const [whom, values] = [isUsedNow ? 'them' : 'programs', isOne ? 'value' : 'values']
      return [`${isUsedNow ? `${stop}. ` : ''}When you activate ${it} again, give ${whom} the new ${values}.`]
    }
  }
}

/** What programs can do after write was turned on or off. */
const writeWords = (tokens: readonly Token[], { write }: TokenChange, knows: KnowsTokens): string[] =>
  write !== undefined && tokens.some((token) => isUsed(token, knows))
    ? [write ? 'Programs can then change data.' : 'Programs can then only read.']
    : []

/** What becomes of their values. */
function valueSentence(tokens: readonly Token[], change: TokenChange, knows: KnowsTokens): string {
  const isOne = tokens.length === 1
  const values = isOne ? 'its value' : 'their values'
  const ones = isOne ? 'one' : 'ones'
  const active = tokens.filter((token) => endsActive(token, change)).length
  switch (knows.updateEffect) {
    case undefined:
      return `Saving may replace ${values}, for good.`
    case 'keeps':
      return isOne ? 'Its value stays the same.' : 'Their values stay the same.'
    case 'replaces-and-needs-repair': {
      if (active === 0) break
      if (!canRepair(knows)) return `Saving replaces ${values}, and the service will probably reject the new ${ones}.`
      const those = active < tokens.length ? 'those of active tokens' : isOne ? 'it' : 'them'
      return `Saving replaces ${values} and repairs ${those}; programs need the new ${ones}.`
    }
    case 'replaces':
      break
  }
  return `Saving replaces ${values}; programs need the new ${ones}.`
}

/** The label of the button, and the title up to the name. */
function verbsOf(
  { active, write, ...others }: TokenChange,
  { isUndo }: ActionOptions,
): readonly [action: string, title: string] {
  if (isUndo) return ['Undo', 'Undo the last change to']
  const isDate = Object.keys(others).length > 0
  if (isDate && active === undefined && write === undefined) return ['Save changes', 'Set the expiry of']
  if (isDate || (active === undefined) === (write === undefined)) return ['Save changes', 'Save changes to']
  if (active !== undefined) return active ? ['Activate', 'Activate'] : ['Deactivate', 'Deactivate']
  return write === true ? ['Turn write on', 'Turn write on for'] : ['Turn write off', 'Turn write off for']
}

/** A save that sets one flag. */
function flag(
  field: 'active' | 'write',
  to: boolean,
  words: Pick<TokenAct, 'label' | 'progressLabel' | 'doneLabel'>,
  so: string,
): TokenAct {
  return {
    ...save,
    ...words,
    bulkLabel: words.label,
    icon: to ? ToggleRight : ToggleLeft,
    unavailableReason: (token) => (token[field] === to ? so : undefined),
    defaultChange: () => ({ [field]: to }),
  }
}

/** Gives tokens the same expiry, counted once. One alone gets it in its sheet. */
const setExpiry: TokenAct = {
  ...save,
  icon: CalendarClock,
  label: 'Set expiry…',
  bulkLabel: 'Set expiry…',
  progressLabel: 'Setting the expiry of #',
  doneLabel: 'Expiry of # set',
  doneLabelFor: ({ expiration_date }) => expirySetLabel(expiration_date),
  changeForDate(date, _token, { now, clockOffset = 0 }) {
    const expiry = date as Expiry
    return {
      expiration_date:
        typeof expiry === 'object' && 'after' in expiry ? { at: now + clockOffset + expiry.after } : expiry,
    }
  },
  confirmation(tokens, change, knows, how) {
    const dated: TokenChange = Object.keys(change).length > 0 ? change : { expiration_date: { at: knows.now } }
    const question = saveQuestion(tokens, dated, knows, how)
    const needsDate = tokens.length === 1 ? 'The token gets this expiry.' : 'All of them get the same expiry.'
    const head = { title: `Set the expiry of ${named(tokens)}?`, confirmLabel: 'Set expiry' }
    // Done again, they get the date that was chosen.
    if (dated === change) return question && { ...question, ...head }
    return { paragraphs: [], ...question, ...head, datePrompt: needsDate }
  },
}

/** Saves a token again until its value agrees with its row. It changes no field. */
const repair: TokenAct = {
  icon: Wrench,
  label: 'Repair value',
  bulkLabel: 'Repair values',
  accessibleLabel: (name) => `Repair value of ${name}`,
  inRowMenu: true,
  operation: 'update',
  progressLabel: 'Repairing #',
  doneLabel: '# repaired',
  excludedFromBulk: spares,
  unavailableReason: (token, knows) =>
    needsRepair(token, knows) && canRepair(knows) ? undefined : 'not in need of repair',
  confirmation(tokens) {
    if (tokens.length === 1 && yours(tokens) === undefined) return undefined
    return {
      title: `Repair ${named(tokens)}?`,
      confirmLabel: 'Repair',
      paragraphs: [
        tokens.length === 1
          ? 'The console saves it again until its value fits. Programs need the new value.'
          : 'The console saves each again until its value fits. Programs need the new values.',
        ...yoursWords(tokens),
      ],
      ...typedFor(tokens),
    }
  },
  createTask: ({ snapshot }) => snapshot && { operation: 'repair', snapshot, change: {} },
}

const replaceLabel = (isOne: boolean) => (isOne ? 'Replace value…' : 'Replace values…')

/** Deletes tokens and creates them again under the same names, with another expiry where the stored one cannot stay. */
const replace: TokenAct = {
  icon: Repeat2,
  label: replaceLabel(true),
  bulkLabel: replaceLabel(false),
  inRowMenu: true,
  operation: 'update',
  progressLabel: 'Replacing the values of #',
  doneLabel: 'Values of # replaced',
  excludedFromBulk: spares,
  changeForDate: (date, token, knows) =>
    newExpiryReason(token, knows) === undefined ? {} : { expiration_date: date as Expiry },
  confirmation(tokens, _change, knows) {
    const isOne = tokens.length === 1
    const why = isOne ? newExpiryReason(tokens[0]!, knows) : undefined
    const dated = tokens.filter((token) => newExpiryReason(token, knows) !== undefined).length
    return {
      title: isOne ? `Replace the value of ${named(tokens)}?` : `Replace the values of ${named(tokens)}?`,
      confirmLabel: isOne ? 'Replace value' : 'Replace values',
      reconfirmLabel: 'Replace anyway',
      ...(!isOne && { danger: true }),
      paragraphs: [
        `${disruptionText(tokens, ` until they get the new ${isOne ? 'one' : 'ones'}`)}${isOne ? 'It' : 'Each'} is deleted and created again, so it fails for a moment.`,
        ...(isOne ? [] : ['Keep this tab open until you have copied them.']),
        ...yoursWords(tokens),
      ],
      ...typedFor(tokens),
      details: [{ label: 'Service', says: knows.service.name, isService: true }],
      ...(dated > 0 && {
        datePrompt: isOne
          ? `The stored expiry ${why}, so the new value gets another.`
          : `The stored expiry of ${pluralize(dated, 'token')} has passed or can’t be read. The new ${dated === 1 ? 'value gets' : 'values get'} another.`,
      }),
    }
  },
  createTask: ({ snapshot, change }) => snapshot && { operation: 'replace', snapshot, change },
}

/** One DELETE of each, if the row is still the one that the admin saw. */
const remove: TokenAct = {
  icon: Trash2,
  label: 'Delete…',
  accessibleLabel: (name) => `Delete ${name}`,
  danger: true,
  inRowMenu: true,
  operation: 'delete',
  progressLabel: 'Deleting #',
  doneLabel: '# deleted',
  excludedFromBulk: spares,
  confirmation(tokens, _change, knows) {
    const [only] = tokens
    const isOne = tokens.length === 1 && only !== undefined
    const status = only && tokenStatus(only, knows)
    const updated = only && toMillis(only.updated_at, knows.timeUnit)
    const service = { label: 'Service', says: knows.service.name, isService: true } as const
    return {
      title: `Delete ${named(tokens)}?`,
      confirmLabel: isOne ? 'Delete token' : `Delete ${named(tokens)}`,
      danger: true,
      paragraphs: [
        `${disruptionText(tokens)}You can’t undo this; ${isOne ? 'a new token of this name gets another value' : 'new tokens of these names get other values'}.`,
        ...yoursWords(tokens, true),
      ],
      ...typedFor(tokens, manyToDelete),
      details:
        isOne && status !== undefined
          ? [
              { label: 'Status', says: tokenStatusLabels[status], mark: status },
              { label: 'Write', says: formatFlag(only.write) },
              ...(updated === undefined ? [] : [{ label: 'Updated', says: formatDateTimeWithZone(updated) }]),
              service,
            ]
          : [service],
    }
  },
  createTask: ({ snapshot }, _knows, { acknowledged }) => snapshot && { operation: 'delete', snapshot, acknowledged },
}

/** One POST. */
const create: TokenAct = {
  icon: Plus,
  label: 'New token',
  bulkLabel: false,
  operation: 'create',
  progressLabel: 'Creating #',
  doneLabel: '# created',
  createTask: ({ name, change }) => ({ operation: 'create', draft: { ...(change as Required<TokenChange>), name } }),
}

/** In the order in which the selection bar offers them. */
export const tokenActions = {
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
  writeOn: flag(
    'write',
    true,
    { label: 'Turn write on', progressLabel: 'Turning write on for #', doneLabel: 'Write turned on for #' },
    'already allowed to write',
  ),
  writeOff: flag(
    'write',
    false,
    { label: 'Turn write off', progressLabel: 'Turning write off for #', doneLabel: 'Write turned off for #' },
    'already read-only',
  ),
  setExpiry,
  replace,
  repair,
  delete: remove,
}
