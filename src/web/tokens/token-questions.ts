import { typeable } from '#contract/list/name-keys.ts'
import { canRepair, isRejected, mayKeepDate, wayToNever } from '#contract/saving/value-worth.ts'
import { isNotGiven, type Token, type TokenChange } from '#contract/token.ts'
import { momentAt } from '#contract/wire.ts'
import type { Session } from '#web/ui/session.ts'
import { isTurnedOff, type Warned, type WarningKind } from '#web/writes/known/choices.ts'
import { valueOnUpdate } from '#web/writes/known/learned-store.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { onOff } from '#web/ui/row-switch.tsx'
import { localMoment } from '#web/ui/time.ts'
import type { ActInput } from '#web/writes/acts/act.ts'
import {
  deletionAction,
  isTicked,
  otherFieldsWords,
  quietTick,
  quietWords,
  serviceFact,
  type Asks,
  type Question,
  type ReasonToAsk,
  type Ticks,
} from '#web/writes/acts/question.ts'
import { notCheckedWords } from '#web/resource/problem-words.ts'
import { expiryOf, statusOf } from './token-status.ts'
import { valueContext } from './view-context.ts'
import { rejects, statusWords } from './words.ts'

/** What an act on a token is done with. */
export interface TokenInput extends ActInput<TokenChange> {
  /** Delete the token and create it again, even if a save would be enough. */
  recreates?: boolean
}

/** A save of a token, before it is done. */
export interface TokenSave {
  /** An undo and a repair repair the value in any case, so their dialog does not offer it. */
  act: 'save' | 'undo' | 'repair'
  token: Token
  change: TokenChange
  /** The token is deleted and created again, even if a save would be enough. */
  recreates?: boolean
  /** Names of fields that rows have and the console cannot send. */
  otherFields: readonly string[]
}

/** What a warning before this change of a token is about. */
export function warningKind(token: Pick<Token, 'active'> | undefined, change: TokenChange): WarningKind {
  return change.active === false && token?.active !== false ? 'off' : 'save'
}

/** What a save would do, by what is known now. */
function planOf({ act, token, change, recreates = false, otherFields }: TokenSave, session: Session) {
  const choices = session.choices.get()
  const onUpdate = valueOnUpdate(session.learned.get())
  const context = valueContext(session, Date.now())
  const { expiration_date: expiry } = change
  const isOpen = isNotGiven(token, context.unit)
  const removesDate = expiry === 'not-given' && !isOpen
  const way = removesDate ? wayToNever(context) : 'save'
  const warned: Warned = {
    kind: warningKind(token, change),
    valueOnUpdate: onUpdate,
    canRepair: canRepair(context),
    fields: context.omittedOnPut === 'kept' ? [] : otherFields,
  }
  return {
    context,
    way,
    warned,
    isTurnedOff: isTurnedOff(warned, choices),
    /** Every save repairs the value if the update broke it. */
    wantsRepair: choices.alwaysRepair === true && onUpdate === 'new-refused' && canRepair(context),
    isRecreated: recreates || (way === 'recreate' && act !== 'undo'),
    /** The service may keep a date that this save removes. */
    keepsDate: removesDate && mayKeepDate(context),
    /** This save may turn *never* into a date. */
    endsNever: isOpen && (expiry ?? 'not-given') === 'not-given' && token.expiration_date !== undefined,
    /** The value of a token that is off should be rejected: it needs no repair. */
    staysOff: (change.active ?? token.active) === false,
  }
}

/** How a save is done: one that removes a date may need a repair, or a new token. */
export function wayOf(save: TokenSave, session: Session): 'save' | 'repair' | 'recreate' {
  const { isRecreated, way, wantsRepair, staysOff, context } = planOf(save, session)
  if (isRecreated) return 'recreate'
  const repairs = way === 'repair' || save.act === 'undo' || (wantsRepair && !staysOff)
  return repairs && canRepair(context) ? 'repair' : 'save'
}

/** The question before a save of a token, drawn by what is known then; undefined: there is nothing to ask. */
export function saveQuestion(save: TokenSave, session: Session): Asks | undefined {
  const { act, token, change } = save
  const { isRecreated, keepsDate, endsNever, way, wantsRepair, warned, isTurnedOff, context } = planOf(save, session)
  const isQuiet = act === 'repair' ? isTurnedOff || warned.fields.length === 0 : isTurnedOff || isHarmless(warned)
  const isRepaired = way === 'repair' || (act === 'undo' && wayToNever(context) === 'repair')
  const mayEnd = act !== 'repair' && (endsNever || isRepaired) && !wantsRepair
  const mustAsk = isRecreated || keepsDate || mayEnd || token.yours === true
  if ((isQuiet && !mustAsk) || (act !== 'repair' && Object.keys(change).length === 0)) return undefined
  return (ticks) => questionOf(save, session, ticks)
}

const isHarmless = ({ kind, valueOnUpdate: onUpdate, fields }: Warned) =>
  kind === 'save' && onUpdate === 'kept' && fields.length === 0

function questionOf(save: TokenSave, session: Session, ticks: Ticks): Question {
  const { choices } = session
  const { token, act, change, otherFields } = save
  const plan = planOf(save, session)
  const { context, way, warned, isRecreated: recreates, keepsDate, endsNever, staysOff } = plan
  const { kind, valueOnUpdate } = warned
  const name = visible(token.name)
  const speaksOfValue = !recreates && act !== 'repair'
  const offersRepair =
    valueOnUpdate === 'new-refused' && canRepair(context) && act === 'save' && way === 'save' && !staysOff
  const repairs = repairTick(session, offersRepair, 'the')
  const isRepaired = act !== 'save' || way === 'repair' || repairs.isSet(ticks)
  const isDead = isRejected(token, context)
  const staysInactive = token.active === false && change.active !== true
  const losesFields = recreates || context.omittedOnPut !== 'kept'
  const canBeQuiet = !recreates && !plan.isTurnedOff
  const [action, title] = recreates ? ['Delete and create again', 'Delete'] : verbsOf(save)
  return {
    title: recreates ? `Delete “${name}” and create it again?` : `${title} “${name}”?`,
    action,
    danger: recreates,
    names: otherFields,
    sentences: [
      recreates &&
        `A save can’t remove the expiry on this service. The token is deleted and created again, with a new value: programs that use the old one stop working. “${name}” doesn’t exist for a moment.`,
      speaksOfValue && valueSentence({ kind, onUpdate: valueOnUpdate, name, isRepaired, isDead, staysInactive }),
      endsNever && !isRepaired && `“${name}” has no expiry set. This save may leave it expired.`,
      keepsDate && 'The save is sent without a date. This service may keep the old one.',
      way === 'repair' && `To remove the expiry, the console saves “${name}” again until its value should work.`,
      way === 'save' &&
        act === 'undo' &&
        wayToNever(context) === 'repair' &&
        `If needed, the console then saves “${name}” again until its new value agrees with it.`,
      losesFields && otherFieldsWords(otherFields, recreates),
      yourToken(token),
    ],
    ...typedName(token),
    ticks: [...repairs.ticks, ...(canBeQuiet ? [{ id: quietTick, label: quietWords, isOn: false }] : [])],
    keep(ticked) {
      if (ticked[quietTick] === true) choices.dontWarn(warned)
      repairs.keep(ticked)
    },
    check: (valueOnUpdate === undefined && speaksOfValue) || keepsDate ? updateCheck(session) : undefined,
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
  { others, session, isAgain }: { others: readonly string[]; session: Session; isAgain: boolean },
): Question {
  const why = whyNewDate(token, session)
  return {
    title: `Replace the value of “${visible(token.name)}”?`,
    action: isAgain ? 'Replace anyway' : 'Replace value',
    names: others,
    sentences: [
      'Programs that use it stop working until they get the new one. The token doesn’t exist for a moment.',
      otherFieldsWords(others, true),
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
  onUpdate: Warned['valueOnUpdate']
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
    if (onUpdate === 'kept')
      return 'Activating it again brings the same value back, even if it leaked. To stop a leak, replace the value.'
    if (isDead) return 'When you activate it again, give programs the new value.'
    return `Programs that use “${name}” stop working. When you activate it again, give them the new value.`
  }
  if (onUpdate === 'kept') return `The value of “${name}” stays the same.`
  const replaces = `Saving replaces the value of “${name}”.`
  if (staysInactive) return `${replaces} Activating the token replaces it again.`
  if (onUpdate === 'new-refused' && !isRepaired) {
    const rejected = `${replaces} The service ${rejects('surely')} the new one until you repair or replace it.`
    return isDead ? rejected : `${rejected} Programs that use the token stop working until then.`
  }
  return isDead
    ? `${replaces} The old one should be rejected already.`
    : `${replaces} Programs that use it stop working until they get the new one.`
}

/** Checks on a temporary token what an update does to its value, stores the result and says it. */
export const updateCheck = (session: Session): Question['check'] => ({
  does: 'tests this on a temporary token.',
  async run(ended) {
    try {
      const report = await session.probe({ write: true, only: 'token-updates', signal: ended })
      session.learned.put(report.learned)
      const says = report.interrupted ? 'Stopped.' : checkedWords(valueOnUpdate(session.learned.get()))
      return report.left.length > 0 ? `${says} These could not be deleted: ${report.left.join(', ')}.` : says
    } catch (error) {
      return notCheckedWords(error)
    }
  },
})

function checkedWords(onUpdate: OfValue['onUpdate']): string {
  switch (onUpdate) {
    case 'kept':
      return 'Checked. This service keeps the value when a token is updated.'
    case 'new':
      return 'Checked. This service replaces the value with every update.'
    case 'new-refused':
      return 'Checked. This service replaces the value with every update, and rejects the new one until it is repaired.'
    case undefined:
      return 'Checked. The service doesn’t show what an update does to the value.'
  }
}
