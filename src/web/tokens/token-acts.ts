import { Pencil, Repeat2, ToggleLeft, ToggleRight, Trash2, Wrench } from 'lucide-react'
import type { RowStore } from '#contract/list/row-store.ts'
import { isNotGiven, type Expiry, type Token, type TokenChange } from '#contract/token.ts'
import { valueShown } from '#contract/learned-value.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { canRepair, mayKeepDate, needsRepair, wayToNever } from '#contract/saving/value-worth.ts'
import type { Session } from '#web/ui/session.ts'
import { fieldsAtRisk, isTurnedOff, warningKind, type WarningKind } from '#web/writes/known/knowledge.ts'
import type { Act, Knows, SaveInput } from '#web/writes/acts/act.ts'
import { otherUnitMoment } from './token-status.ts'
import { deletionQuestion, replacementQuestion, saveQuestion, type SaveQuestion } from './token-questions.ts'
import { valueContext } from './view-context.ts'

// Everything that can be done to a token in the list.

export interface TokenSaveInput extends SaveInput<TokenChange> {
  /** Delete the token and create it again, even if a save would be enough. */
  recreates?: true
}

type TokenAct<Input> = Act<Token, TokenChange, Input>

const contextOf = ({ session }: Knows<Token>) => valueContext(session, Date.now())
const otherFieldsOf = ({ list }: Knows<Token>): Pick<RowStore<Token>, 'otherFields'> => list ?? { otherFields: [] }

/** Whether every save repairs the value if the update broke it. */
function wantsRepair(knows: Knows<Token>): boolean {
  const { valueOnUpdate, alwaysRepair } = knows.session.knowledge.get()
  return alwaysRepair === true && valueOnUpdate === 'new-refused' && canRepair(contextOf(knows))
}

const atRisk = (knows: Knows<Token>) => fieldsAtRisk('tokens', otherFieldsOf(knows), knows.session.learned.get())

/** Whether the admin has turned off this kind of warning, knowing what it says now. */
function isQuiet(kind: WarningKind, knows: Knows<Token>): boolean {
  const known = knows.session.knowledge.get()
  const { valueOnUpdate } = known
  return isTurnedOff({ kind, valueOnUpdate, canRepair: canRepair(contextOf(knows)), fields: atRisk(knows) }, known)
}

/** What must be asked before a save; undefined: nothing. */
function questionFor(token: Token, input: TokenSaveInput, knows: Knows<Token>): SaveQuestion | undefined {
  const { change, undoes, recreates } = input
  const kind = warningKind(token, change)
  const context = contextOf(knows)
  const isOpen = isNotGiven(token, context.unit)
  const isLeft = change.expiration_date === undefined || change.expiration_date === 'not-given'
  const endsNever = isLeft && token.expiration_date !== undefined && isOpen
  const removesDate = change.expiration_date === 'not-given' && !isOpen
  const isRecreated = recreates === true || (removesDate && !undoes && wayToNever(context) === 'recreate')
  const isHarmless =
    kind === 'save' && knows.session.knowledge.get().valueOnUpdate === 'kept' && atRisk(knows).length === 0
  const isRepaired = (undoes === true || removesDate) && wayToNever(context) === 'repair'
  const isUnknown = removesDate && mayKeepDate(context)
  const mustAsk = isRecreated || isUnknown || ((endsNever || isRepaired) && !wantsRepair(knows)) || token.yours === true
  if (((isQuiet(kind, knows) || isHarmless) && !mustAsk) || Object.keys(change).length === 0) return undefined
  return {
    act: undoes ? 'undo' : 'save',
    change,
    kind,
    token,
    removesDate,
    endsNever,
    recreates: recreates === true,
    otherFields: otherFieldsOf(knows).otherFields,
  }
}

/** How a save of this change is done: a save that removes a date may need a repair, or a new token. */
function wayOf(token: Token, { change, undoes, recreates }: TokenSaveInput, knows: Knows<Token>) {
  const context = contextOf(knows)
  const removesDate = change.expiration_date === 'not-given' && !isNotGiven(token, context.unit)
  const way = removesDate ? wayToNever(context) : 'save'
  if (recreates || (way === 'recreate' && !undoes)) return 'recreate'
  // The value of a token that is off should be rejected: it needs no repair.
  const isOff = (change.active ?? token.active) === false
  const repairs = way === 'repair' || undoes === true || (wantsRepair(knows) && !isOff)
  return repairs && canRepair(context) ? 'repair' : 'save'
}

/** Stores what a save revealed about the service, also for after a reload. Its own outcome is told with that. */
async function learning({ learned, unit }: Session, answer: Promise<Verdict<Token>>): Promise<Verdict<Token>> {
  const verdict = await answer
  const shown = valueShown(verdict, unit.get().unit)
  if (shown !== undefined) learned.sawValue(shown)
  return verdict
}

/** One PUT of the whole record with the change. */
const save: TokenAct<TokenSaveInput> = {
  icon: Pencil,
  label: 'Save changes',
  does: 'save',
  change: ({ change }) => change,
  question({ row }, input, knows) {
    const question = input.isAgreed === true ? undefined : questionFor(row, input, knows)
    return question && ((ticks) => saveQuestion(question, knows.session, ticks))
  },
  look: ({ tokens }, seen, { change, overwrite = false }) => tokens.look(seen, change, { overwrite }),
  run({ tokens }, seen, input, knows) {
    const { session, list } = knows
    const { change, overwrite = false } = input
    const way = wayOf(seen.row, input, knows)
    if (way !== 'recreate') return learning(session, tokens.save(seen, change, { overwrite, repair: way === 'repair' }))
    const at = overwrite && list !== undefined ? list.find(seen.row.name) : -1
    return tokens.replace(at < 0 ? seen : { row: list!.at(at), beganAt: Date.now() }, change)
  },
  follows: { conflict: 'compare', recreated: 'again' },
}

/** Saves the token again until its value agrees with its row. It changes no field. */
const repair: TokenAct<object> = {
  icon: Wrench,
  label: 'Repair value',
  labelFor: (name) => `Repair value of ${name}`,
  applies(token, knows) {
    const context = contextOf(knows)
    return needsRepair(token, context) && canRepair(context)
  },
  does: 'save',
  question({ row: token }, _, knows) {
    const isAsked = token.yours === true || (atRisk(knows).length > 0 && !isQuiet('save', knows))
    const { otherFields } = otherFieldsOf(knows)
    const question = { act: 'repair', change: {}, kind: 'save', token, otherFields, ...noDate } as const
    return isAsked ? (ticks) => saveQuestion(question, knows.session, ticks) : undefined
  },
  look: ({ tokens }, seen) => tokens.lookToRepair(seen),
  run: ({ tokens }, seen, _, { session }) => learning(session, tokens.repair(seen)),
  // It can begin with the row as it is now.
  follows: { conflict: 'again' },
}

const noDate = { removesDate: false, endsNever: false, recreates: false } as const

/** Deletes the token and creates it again under the same name, with another expiry if one is chosen. */
const replace: TokenAct<{ expiry?: Expiry }> = {
  icon: Repeat2,
  label: 'Replace value…',
  does: 'save',
  change: ({ expiry }) => (expiry === undefined ? {} : { expiration_date: expiry }),
  question({ row }, _, knows, reason) {
    const { otherFields } = otherFieldsOf(knows)
    return () =>
      replacementQuestion(row, { others: otherFields, session: knows.session, isAgain: reason !== undefined })
  },
  look: ({ tokens }, seen) => tokens.lookToRemove(seen),
  run: ({ tokens }, seen, { expiry }) => tokens.replace(seen, expiry && { expiration_date: expiry }),
  answered: ({ date }) => (date === undefined ? {} : { expiry: date }),
  // Not `unchecked`: a replacement must read the row first, so there is nothing to ask.
  follows: { conflict: 'again', recreated: 'again' },
}

/** One DELETE, if the row is still the one that the admin saw. `unchecked`: without this check. */
const remove: TokenAct<{ unchecked?: boolean }> = {
  icon: Trash2,
  label: 'Delete…',
  labelFor: (name) => `Delete ${name}`,
  danger: true,
  does: 'remove',
  question:
    ({ row }, _, { session }, reason) =>
    () =>
      deletionQuestion(row, session, reason),
  look: ({ tokens }, seen) => tokens.lookToRemove(seen),
  run: ({ tokens }, seen, options) => tokens.remove(seen, options),
  answered: (_, reason) => ({ unchecked: reason?.is === 'unchecked' }),
  follows: { conflict: 'again', recreated: 'again', unchecked: 'again' },
}

/** A save of a change that follows from the row. */
function saveOf(
  words: Pick<TokenAct<object>, 'icon' | 'label'>,
  changeOf: (token: Token, knows: Knows<Token>) => TokenChange | undefined,
): TokenAct<object> {
  const inputFor = (token: Token, options: object, knows: Knows<Token>): TokenSaveInput => ({
    change: changeOf(token, knows) ?? {},
    ...options,
  })
  return {
    ...words,
    applies: (token, knows) => changeOf(token, knows) !== undefined,
    does: 'save',
    change: (options, token, knows) => inputFor(token, options, knows).change,
    question: (seen, options, knows) => save.question?.(seen, inputFor(seen.row, options, knows), knows),
    look: (saving, seen, options, knows) => save.look(saving, seen, inputFor(seen.row, options, knows), knows),
    run: (saving, seen, options, knows) => save.run(saving, seen, inputFor(seen.row, options, knows), knows),
    follows: save.follows!,
  }
}

const flag = (field: 'active' | 'write', to: boolean, label: string) =>
  saveOf({ icon: to ? ToggleRight : ToggleLeft, label }, (token) => (token[field] === to ? undefined : { [field]: to }))

/** Saves the date in the unit in which this service counts. */
const rightUnit = saveOf({ icon: Wrench, label: 'Save its date in the right unit' }, (token, knows) => {
  const at = otherUnitMoment(token, contextOf(knows))
  return at === undefined ? undefined : { expiration_date: { at } }
})

export const tokenActs = {
  save,
  rightUnit,
  repair,
  replace,
  delete: remove,
  activate: flag('active', true, 'Activate'),
  deactivate: flag('active', false, 'Deactivate'),
  writeOn: flag('write', true, 'Turn write on'),
  writeOff: flag('write', false, 'Turn write off'),
}
