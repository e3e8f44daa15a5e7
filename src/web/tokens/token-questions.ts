import { typeable } from '#contract/list/name-keys.ts'
import { canRepair, needsRepair, type UpdateEffect, type ValueContext } from '#contract/facts.ts'
import { isNotGiven, type Token, type TokenChange } from '#contract/token.ts'
import { momentAt } from '#contract/wire.ts'
import type { Session } from '#web/ui/session.ts'
import { isTurnedOff, type Warned, type WarningKind } from '#web/writes/choices.ts'
import { checkFirst } from '#web/writes/check-updates.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { onOff } from '#web/ui/row-switch.tsx'
import { localMoment } from '#web/ui/time.ts'
import type { ActInput } from '#web/writes/acts/act.ts'
import {
  deletionAction,
  isTicked,
  quietTick,
  quietWords,
  serviceFact,
  type Asks,
  type Question,
  type ReasonToAsk,
  type Ticks,
} from '#web/writes/acts/question.ts'
import { expiryOf, statusOf } from './token-status.ts'
import { valueContext } from './view-context.ts'
import { statusWords } from './words.ts'

/** What an act on a token is done with. */
export interface TokenInput extends ActInput<TokenChange> {
  /** It sets the date of a new token again, which the service took for another one. */
  setsAgain?: true
}

/** A save of a token, before it is done. */
export interface TokenSave {
  /** An undo and a repair repair the value in any case, so their dialog does not offer it. */
  act: 'save' | 'undo' | 'repair'
  token: Token
  change: TokenChange
  setsAgain?: true | undefined
}

/** What a warning before this change of a token is about. */
export function warningKind(token: Pick<Token, 'active'> | undefined, change: TokenChange): WarningKind {
  return change.active === false && token?.active !== false ? 'off' : 'save'
}

/**
 * Whether a repair removes a token's expiry: it sends the moment of the update. Anywhere else only a save without a date
 * may do so.
 */
export function canRepairNever(context: Pick<ValueContext, 'unit' | 'onUpdate'>): boolean {
  return context.onUpdate === 'replaces-and-needs-repair' && canRepair(context)
}

/** What a save would do, by what is known now. */
function planOf({ token, change, setsAgain }: TokenSave, session: Session) {
  const choices = session.choices.get()
  const context = valueContext(session, Date.now())
  const { onUpdate } = context
  const { expiration_date: expiry } = change
  const isOpen = isNotGiven(token, context.unit)
  const removesDate = expiry === 'not-given' && !isOpen
  const way = removesDate && canRepairNever(context) ? 'repair' : 'save'
  const warned: Warned = {
    kind: warningKind(token, change),
    onUpdate,
    canRepair: canRepair(context),
  }
  /** The update may break the value, and a repair is possible: nobody knows it yet of a service with a new token. */
  const mayBreak = canRepairNever(context) || (setsAgain === true && onUpdate === undefined && canRepair(context))
  return {
    context,
    way,
    warned,
    isTurnedOff: isTurnedOff(warned, choices),
    /** Every save repairs the value if the update broke it. */
    wantsRepair: choices.alwaysRepair === true && mayBreak,
    mayBreak,
    /** The service may keep a date that this save removes. */
    keepsDate: removesDate && way === 'save',
    /** This save may turn *never* into a date. */
    endsNever: isOpen && (expiry ?? 'not-given') === 'not-given' && token.expiration_date !== undefined,
    /** The value of a token that is off should be rejected: it needs no repair. */
    staysOff: (change.active ?? token.active) === false,
  }
}

/** Whether a save repairs the value: one that removes a date may need it. */
export function repairs(save: TokenSave, session: Session): boolean {
  const { way, wantsRepair, staysOff, context } = planOf(save, session)
  return canRepair(context) && (way === 'repair' || save.act === 'undo' || (wantsRepair && !staysOff))
}

/** The question before a save of a token, drawn by what is known then; undefined: there is nothing to ask. */
export function saveQuestion(save: TokenSave, session: Session): Asks | undefined {
  const { act, token, change } = save
  const { endsNever, way, wantsRepair, warned, isTurnedOff, context } = planOf(save, session)
  const isQuiet = act === 'repair' || isTurnedOff || isHarmless(warned)
  const isRepaired = way === 'repair' || (act === 'undo' && canRepairNever(context))
  const mayEnd = act !== 'repair' && (endsNever || isRepaired) && !wantsRepair
  const mustAsk = mayEnd || token.yours === true
  if ((isQuiet && !mustAsk) || (act !== 'repair' && Object.keys(change).length === 0)) return undefined
  return (ticks) => questionOf(save, session, ticks)
}

const isHarmless = ({ kind, onUpdate }: Warned) => kind === 'save' && onUpdate === 'keeps'

function questionOf(save: TokenSave, session: Session, ticks: Ticks): Question {
  const { choices } = session
  const { token, act, change } = save
  const plan = planOf(save, session)
  const { context, way, warned, keepsDate, endsNever, staysOff } = plan
  const { kind, onUpdate } = warned
  const name = visible(token.name)
  const speaksOfValue = act !== 'repair'
  const offersRepair = plan.mayBreak && act === 'save' && way === 'save' && !staysOff
  const repair = repairTick(session, offersRepair, 'the')
  const isRepaired = act !== 'save' || way === 'repair' || repair.isSet(ticks)
  // The service should reject the value already, so no program stops working.
  const isDead = token.active === false || (onUpdate !== undefined && needsRepair(token, context))
  const staysInactive = token.active === false && change.active !== true
  const [action, title] = verbsOf(save)
  return {
    title: `${title} “${name}”?`,
    action,
    sentences: [
      speaksOfValue && valueSentence({ kind, onUpdate, name, isRepaired, isDead, staysInactive }),
      endsNever && !isRepaired && `“${name}” has no expiry set. This save may leave it expired.`,
      keepsDate && 'The save is sent without a date. This service may keep the old one.',
      way === 'repair' && `To remove the expiry, the console saves “${name}” again until its value should work.`,
      way === 'save' &&
        act === 'undo' &&
        canRepairNever(context) &&
        `If needed, the console then saves “${name}” again until its new value agrees with it.`,
      yourToken(token),
    ],
    ...typedName(token),
    ticks: [...repair.ticks, ...(plan.isTurnedOff ? [] : [{ id: quietTick, label: quietWords, isOn: false }])],
    keep(ticked) {
      if (ticked[quietTick] === true) choices.dontWarn(warned)
      repair.keep(ticked)
    },
    check: onUpdate === undefined && speaksOfValue ? updateCheck(session) : undefined,
  }
}

/** The tick that repairs values after a save, where it is offered, and what was chosen before. */
export function repairTick({ choices }: Session, isOffered: boolean, which: 'the' | 'each') {
  const { alwaysRepair } = choices.get()
  const label = `Repair afterwards: save ${which} token again until its new value agrees with it`
  const ticks = isOffered ? [{ id: 'repair', label, isOn: alwaysRepair ?? true }] : []
  const isSet = (ticked: Ticks) => isOffered && isTicked({ ticks }, ticked, 'repair')
  return {
    ticks,
    isSet,
    keep: (ticked: Ticks) => {
      if (isOffered && isSet(ticked) !== alwaysRepair) choices.setAlwaysRepair(isSet(ticked))
    },
  }
}

/** Why a replaced value needs another expiry; undefined: it keeps the stored one. */
export function whyNewDate(token: Token, session: Session): 'can’t be read' | 'has passed' | undefined {
  const { unit, now, ahead = 0 } = valueContext(session, Date.now())
  const expiry = expiryOf(token, unit)
  if (expiry === undefined) return 'can’t be read'
  return expiry !== 'none' && expiry <= now + ahead ? 'has passed' : undefined
}

/** The question before a value is replaced. It asks for a new expiry if the stored one has passed or is unreadable. */
export function replacementQuestion(
  token: Token,
  { session, isAgain }: { session: Session; isAgain: boolean },
): Question {
  const why = whyNewDate(token, session)
  return {
    title: `Replace the value of “${visible(token.name)}”?`,
    action: isAgain ? 'Replace anyway' : 'Replace value',
    sentences: [
      'Programs that use it stop working until they get the new one. The token doesn’t exist for a moment.',
      yourToken(token),
    ],
    facts: [serviceFact(session.place)],
    ...typedName(token),
    ...(why && { needsDate: `The stored expiry ${why}, so the new value gets another.` }),
  }
}

/** The question before a token is deleted. */
export function deletionQuestion(token: Token, session: Session, reason: ReasonToAsk | undefined): Question {
  const context = valueContext(session, Date.now())
  const status = statusOf(token, context)
  const updated = momentAt(token.updated_at, context.unit)
  return {
    title: `Delete “${visible(token.name)}”?`,
    action: deletionAction('token', reason),
    danger: true,
    sentences: [
      'Programs that use it stop working. You can’t undo this. A new token with this name gets a different value.',
      yourToken(token, true),
    ],
    ...typedName(token),
    facts: [
      { label: 'Status', says: statusWords[status], mark: status },
      { label: 'Write', says: onOff(token.write) },
      ...(updated === undefined ? [] : [{ label: 'Updated', says: localMoment(updated) }]),
      serviceFact(session.place),
    ],
  }
}

/** Said before an act that may change the value with which the admin is signed in. `isFinal`: nobody can undo it. */
const yourToken = ({ yours }: Token, isFinal = false) =>
  yours === true &&
  `You signed in with the value of this token. The service may reject you from now on${isFinal ? '.' : ', and only another admin can undo that.'}`

const typedName = ({ name, yours }: Token): Pick<Question, 'typed'> =>
  yours === true ? { typed: { what: 'name', names: [name, typeable(name)] } } : {}

/** The label of the button, and the title up to the name. */
function verbsOf({ act, change: { active, write, ...others } }: TokenSave): readonly [action: string, title: string] {
  if (act === 'undo') return ['Undo', 'Undo the last change to']
  if (act === 'repair') return ['Repair', 'Repair']
  if (Object.keys(others).length > 0 || (active === undefined) === (write === undefined))
    return ['Save changes', 'Save changes to']
  if (active !== undefined) return active ? ['Activate', 'Activate'] : ['Deactivate', 'Deactivate']
  return write === true ? ['Turn write on', 'Turn write on for'] : ['Turn write off', 'Turn write off for']
}

interface OfValue {
  kind: WarningKind
  onUpdate: UpdateEffect | undefined
  name: string
  isRepaired: boolean
  /** The service should reject the value already, so no program stops working. */
  isDead: boolean
  staysInactive: boolean
}

function valueSentence({ kind, onUpdate, name, isRepaired, isDead, staysInactive }: OfValue): string {
  if (onUpdate === undefined) {
    const may = 'Changing a token may replace its value on this service.'
    return isDead
      ? `${may} The old one can’t be restored.`
      : `${may} Programs that use the old value would stop working, and it can’t be restored.`
  }
  if (kind === 'off') {
    if (onUpdate === 'keeps')
      return 'Activating it again brings the same value back, even if it leaked. To stop a leak, replace the value.'
    if (isDead) return 'When you activate it again, give programs the new value.'
    return `Programs that use “${name}” stop working. When you activate it again, give them the new value.`
  }
  if (onUpdate === 'keeps') return `The value of “${name}” stays the same.`
  const replaces = `Saving replaces the value of “${name}”.`
  if (staysInactive) return `${replaces} Activating the token replaces it again.`
  if (onUpdate === 'replaces-and-needs-repair' && !isRepaired) {
    const rejected = `${replaces} The service will probably reject the new one until you repair or replace it.`
    return isDead ? rejected : `${rejected} Programs that use the token stop working until then.`
  }
  return isDead
    ? `${replaces} The old one should be rejected already.`
    : `${replaces} Programs that use it stop working until they get the new one.`
}

/** *Check first*. */
export const updateCheck = (session: Session): Question['check'] => ({
  does: 'tests this on a temporary token.',
  run: (ended) => checkFirst(session, ended),
})
