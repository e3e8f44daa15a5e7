import { canRepair } from '#contract/saving/value-worth.ts'
import type { Token, TokenChange } from '#contract/token.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { counted } from '#web/ui/time.ts'
import type { Knows, Many } from '#web/writes/acts/act.ts'
import { asksOfMany, switchWords } from '#web/writes/acts/many-question.ts'
import { otherFieldsWords, type Asks } from '#web/writes/acts/question.ts'
import { valueOnUpdate } from '#web/writes/known/learned-store.ts'
import {
  repairTick,
  updateCheck,
  warningKind,
  wayOf,
  whyNewDate,
  type TokenInput,
} from '#web/tokens/token-questions.ts'
import { valueContext } from '#web/tokens/view-context.ts'

// How the acts on a token are done to several of them in one run.

type ManyTokens = Many<Token, TokenChange, TokenInput>

const isOwn = (token: Token) => token.yours === true

/** A question about several tokens. `own`: what it does to the one with whose value the admin signed in. */
function asksOf(rows: readonly Token[], own: string, says: Parameters<typeof asksOfMany>[3]): Asks {
  const yours = rows.find(isOwn)
  const tick = yours && `${own} “${visible(yours.name)}”, too. You signed in with its value and may be signed out.`
  return asksOfMany('token', rows.length, tick, says)
}

/** One save of each, which sets the same flag. */
export function manySwitched(field: 'active' | 'write', to: boolean): ManyTokens {
  const { verb, words } = switchWords(field, to)
  return {
    words,
    isOwn,
    refusal: { says: already[field][to ? 'on' : 'off'] },
    question: (rows, input, knows) => savesQuestion(rows, { ...input, change: { [field]: to } }, verb, knows),
  }
}

const already = {
  active: { on: 'already active', off: 'already inactive' },
  write: { on: 'already allowed to write', off: 'already read-only' },
} as const

/** The saves of an undo: each has a change of its own. */
export const manyUndone: ManyTokens = {
  words: { doing: 'Undoing changes to #', done: 'Changes to # undone' },
  isOwn,
  question: (rows, input, knows) => savesQuestion(rows, input, 'Undo the changes to', knows),
}

export const manyExpiries: ManyTokens = {
  words: { doing: 'Setting the expiry of #', done: 'Expiry of # set' },
  isOwn,
  question(rows, input, knows) {
    const { change, isAgreed } = input
    const asks = savesQuestion(rows, input, 'Set the expiry of', knows)
    if (change.expiration_date === undefined)
      return (ticks) => ({ ...asks(ticks), needsDate: 'All of them get the same expiry.' })
    const wayFor = (token: Token) => wayOf({ act: 'save', token, change, otherFields: [] }, knows.session)
    if (!rows.some((token) => wayFor(token) === 'recreate')) return isAgreed === true ? undefined : asks
    return asksOf(rows, 'Set that of', () => ({
      verb: 'Delete and create again',
      danger: true,
      sentences: [
        'A save can’t remove the expiry on this service. They are deleted and created again, with new values. Programs that use the old ones stop working.',
      ],
    }))
  },
}

export const manyRepairs: ManyTokens = {
  label: 'Repair values',
  words: { doing: 'Repairing #', done: '# repaired' },
  isOwn,
  refusal: { says: 'not in need of repair' },
  question: (rows, _, { list }) =>
    asksOf(rows, 'Repair', () => ({
      verb: 'Repair',
      sentences: [
        'Each is saved again until its value should work. Programs need the new values.',
        otherFieldsWords(list?.otherFields),
      ],
    })),
}

export const manyReplaced: ManyTokens = {
  label: 'Replace values…',
  words: { doing: 'Replacing the values of #', done: 'Values of # replaced' },
  recreates: true,
  isOwn,
  partOf: (token, change, { session }) => (whyNewDate(token, session) === undefined ? {} : change),
  question(rows, { change, isAgreed }, { session, list }) {
    if (isAgreed === true) return undefined
    const dated = rows.filter((token) => whyNewDate(token, session) !== undefined).length
    const needsDate = `The stored expiry of ${counted(dated, 'token')} has passed or can’t be read. The new ${dated === 1 ? 'value gets' : 'values get'} another.`
    return asksOf(rows, 'Replace that of', () => ({
      verb: 'Replace the values of',
      button: 'Replace values',
      danger: true,
      sentences: [
        'Programs that use them stop working until they get the new ones. Each token doesn’t exist for a moment.',
        otherFieldsWords(list?.otherFields, true),
      ],
      ...(dated > 0 && change.expiration_date === undefined && { needsDate }),
    }))
  },
}

export const manyDeleted: ManyTokens = {
  words: { doing: 'Deleting #', done: '# deleted' },
  isOwn,
  question: (rows) =>
    asksOf(rows, 'Delete', () => ({
      verb: 'Delete',
      danger: true,
      sentences: [
        'Programs that use them stop working. You can’t undo this. New tokens with these names get different values.',
      ],
    })),
}

/** What saves do to the values of several tokens. */
function savesQuestion(rows: readonly Token[], input: TokenInput, verb: string, { session, list }: Knows<Token>): Asks {
  const { change, undoes } = input
  const context = valueContext(session, Date.now())
  const onUpdate = valueOnUpdate(session.learned.get())
  const isOff = rows.some((token) => warningKind(token, change) === 'off')
  const offersRepair = onUpdate === 'new-refused' && canRepair(context) && !isOff && undoes === undefined
  const repairs = repairTick(session, offersRepair, 'each')
  return asksOf(rows, verb, (ticks) => ({
    verb,
    sentences: [
      valueSentence(onUpdate, isOff, undoes === true || repairs.isSet(ticks)),
      context.omittedOnPut !== 'kept' && otherFieldsWords(list?.otherFields),
    ],
    ticks: repairs.ticks,
    keep: repairs.keep,
    check: onUpdate === undefined ? updateCheck(session) : undefined,
  }))
}

function valueSentence(onUpdate: ReturnType<typeof valueOnUpdate>, isOff: boolean, isRepaired: boolean): string {
  if (onUpdate === undefined)
    return 'Changing tokens may replace their values on this service. Programs that use the old ones would stop working, and they can’t be restored.'
  if (onUpdate === 'kept')
    return isOff
      ? 'Activating them again brings the same values back, even if they leaked. To stop a leak, replace the values.'
      : 'Their values stay the same.'
  if (isOff) return 'Programs that use them stop working. When you activate them again, give them the new values.'
  return onUpdate === 'new' || isRepaired
    ? 'This replaces their values. Programs that use them stop working until they get the new ones.'
    : 'This replaces their values. The service rejects the new ones until you repair or replace them.'
}
