import { CalendarClock, Pencil, Repeat2, ToggleLeft, ToggleRight, Trash2, Wrench } from 'lucide-react'
import type { Expiry, Token, TokenChange } from '#contract/token.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Unit } from '#contract/wire.ts'
import { canRepair, effectShown, needsRepair, type UpdateEffect } from '#contract/facts.ts'
import type { Session } from '#web/ui/session.ts'
import type { Act, Knows } from '#web/writes/acts/act.ts'
import { switchWords } from '#web/writes/acts/many-question.ts'
import { manyDeleted, manyExpiries, manyRepairs, manyReplaced, manySwitched, manyUndone } from './many/many-tokens.ts'
import { tokenShown } from './token-shown.ts'
import {
  deletionQuestion,
  replacementQuestion,
  saveQuestion,
  repairs,
  type TokenInput,
  type TokenSave,
} from './token-questions.ts'
import { byServiceClock, valueContext } from './view-context.ts'

// Everything that can be done to a token in the list.

type TokenAct = Act<Token, TokenChange, TokenInput>

const contextOf = ({ session }: Knows<Token>) => valueContext(session, Date.now())

/** The save that an input stands for. */
const saveOf = (token: Token, { change, undoes, setsAgain }: TokenInput): TokenSave => ({
  act: undoes ? 'undo' : 'save',
  token,
  change,
  setsAgain,
})

/** Notes what a save showed of the service. Its own outcome is told with that. */
async function noting({ updates, unit }: Session, answer: Promise<Verdict<Token>>): Promise<Verdict<Token>> {
  const verdict = await answer
  const effect = effectOf(verdict, unit.get().unit)
  if (effect !== undefined) updates.saw(effect)
  return verdict
}

/** What a verified save shows of what updates do to values. */
function effectOf(verdict: Verdict<Token>, unit: Unit): UpdateEffect | undefined {
  if (verdict.is !== 'as-asked' && verdict.is !== 'differently') return undefined
  const { valueOutcome, before, row, also } = verdict
  if (also?.did === 'replaced' || (valueOutcome === 'kept' && verdict.is !== 'as-asked')) return undefined
  if (valueOutcome === 'new' && also?.did === 'repaired') return 'replaces-and-needs-repair'
  return effectShown(before, row, valueOutcome, unit)
}

/** One PUT of the whole record with the change. */
const save: TokenAct = {
  icon: Pencil,
  label: 'Save changes',
  does: 'save',
  question({ row }, input, knows) {
    return input.isAgreed === true ? undefined : saveQuestion(saveOf(row, input), knows.session)
  },
  run({ tokens }, seen, input, { session }) {
    const { overwrite = false } = input
    const change = byServiceClock(input.change, session)
    const repair = repairs(saveOf(seen.row, input), session)
    return noting(session, tokens.save(seen, change, { overwrite, repair }))
  },
  follows: { conflict: 'compare', recreated: 'again' },
  many: manyUndone,
}

/** Saves the token again until its value agrees with its row. It changes no field. */
const repair: TokenAct = {
  icon: Wrench,
  label: 'Repair value',
  labelFor: (name) => `Repair value of ${name}`,
  applies(token, knows) {
    const context = contextOf(knows)
    return needsRepair(token, context) && canRepair(context)
  },
  does: 'save',
  question: ({ row: token }, { change }, knows) => saveQuestion({ act: 'repair', token, change }, knows.session),
  run: ({ tokens }, seen, _, { session }) => noting(session, tokens.repair(seen)),
  // It can begin with the row as it is now.
  follows: { conflict: 'again' },
  many: manyRepairs,
}

/** Deletes the token and creates it again under the same name, with another expiry if one is chosen. */
const replace: TokenAct = {
  icon: Repeat2,
  label: 'Replace value…',
  does: 'save',
  question:
    ({ row }, _, { session }, reason) =>
    () =>
      replacementQuestion(row, { session, isAgain: reason !== undefined }),
  run: ({ tokens }, seen, { change }) => tokens.replace(seen, change),
  changeTo: (date) => ({ expiration_date: date as Expiry }),
  // Not `unchecked`: a replacement must read the row first, so there is nothing to ask.
  follows: { conflict: 'again', recreated: 'again' },
  many: manyReplaced,
}

/** One DELETE, if the row is still the one that the admin saw. `unchecked`: without this check. */
const remove: TokenAct = {
  icon: Trash2,
  label: 'Delete…',
  labelFor: (name) => `Delete ${name}`,
  danger: true,
  does: 'remove',
  question:
    ({ row }, _, { session }, reason) =>
    () =>
      deletionQuestion(row, session, reason),
  run: ({ tokens }, seen, { unchecked = false }) => tokens.remove(seen, { unchecked }),
  follows: { conflict: 'again', recreated: 'again', unchecked: 'again' },
  many: manyDeleted,
}

/** A save of a change that follows from the row. */
const fixedSave = (
  words: Pick<TokenAct, 'icon' | 'label' | 'many'>,
  changeOf: NonNullable<TokenAct['changeOf']>,
): TokenAct => ({
  ...save,
  ...words,
  changeOf,
  applies: (...row) => changeOf(...row) !== undefined,
})

const flag = (field: 'active' | 'write', to: boolean) =>
  fixedSave(
    {
      icon: to ? ToggleRight : ToggleLeft,
      label: switchWords(field, to).label,
      many: manySwitched(field, to),
    },
    (token) => (token[field] === to ? undefined : { [field]: to }),
  )

/** Gives several tokens the same expiry. One alone gets it in the form. */
const setExpiry: TokenAct = {
  ...save,
  icon: CalendarClock,
  label: 'Set expiry…',
  applies: () => false,
  // Counted once, so that all of them get the same date.
  changeTo(date, { session }) {
    const { expiration_date: expiry } = byServiceClock({ expiration_date: date as Expiry }, session)
    const isStretch = typeof expiry === 'object' && 'after' in expiry
    return { expiration_date: isStretch ? { at: Date.now() + expiry.after } : expiry }
  },
  many: manyExpiries,
}

/** In the order in which the selection bar offers them. */
export const tokenActs = {
  save,
  activate: flag('active', true),
  deactivate: flag('active', false),
  writeOn: flag('write', true),
  writeOff: flag('write', false),
  setExpiry,
  replace,
  repair,
  delete: remove,
}

export const tokenCode = { acts: tokenActs, shown: tokenShown }
