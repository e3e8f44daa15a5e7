import type { UpdateEffect } from '#contract/facts.ts'
import type { Token, TokenChange } from '#contract/token.ts'
import { momentAt } from '#contract/wire.ts'
import { counted } from '#web/ui/time.ts'
import type { Knows, Many } from '#web/writes/acts/act.ts'
import { asksOfMany, switchWords } from '#web/writes/acts/many-question.ts'
import { keepOpen, type Asks, type LeftOut } from '#web/writes/acts/question.ts'
import {
  canRepairNever,
  repairTick,
  updateCheck,
  warningKind,
  whyNewDate,
  type TokenInput,
} from '#web/tokens/token-questions.ts'
import { valueContext } from '#web/tokens/view-context.ts'

// How the acts on a token are done to several of them in one run.

/** In milliseconds. */
const hour = 3_600_000

type ManyTokens = Many<Token, TokenChange, TokenInput>

/** The token with whose value the admin signed in is never one of many. */
const spared = (rows: readonly Token[]): readonly LeftOut[] =>
  rows
    .filter(({ yours }) => yours === true)
    .map(({ name }) => ({ name, says: 'the token you signed in with', isAlone: true }))

/** One save of each, which sets the same flag. */
export function manySwitched(field: 'active' | 'write', to: boolean): ManyTokens {
  const { verb, words } = switchWords(field, to)
  return {
    words,
    spared,
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
  spared,
  question: (rows, input, knows) => savesQuestion(rows, input, 'Undo the changes to', knows),
}

export const manyExpiries: ManyTokens = {
  words: { doing: 'Setting the expiry of #', done: 'Expiry of # set' },
  spared,
  question(rows, input, knows) {
    if (input.isAgreed === true) return undefined
    const asks = savesQuestion(rows, input, 'Set the expiry of', knows)
    if (input.change.expiration_date !== undefined) return asks
    return (ticks) => ({ ...asks(ticks), needsDate: 'All of them get the same expiry.' })
  },
}

export const manyRepairs: ManyTokens = {
  label: 'Repair values',
  words: { doing: 'Repairing #', done: '# repaired' },
  spared,
  refusal: { says: 'not in need of repair' },
  question: (rows) =>
    asksOfMany('token', rows.length, () => ({
      verb: 'Repair',
      sentences: ['Each is saved again until its value should work. Programs need the new values.', keepOpen],
    })),
}

export const manyReplaced: ManyTokens = {
  label: 'Replace values…',
  words: { doing: 'Replacing the values of #', done: 'Values of # replaced' },
  recreates: true,
  spared,
  partOf: (token, change, { session }) => (whyNewDate(token, session) === undefined ? {} : change),
  question(rows, { change, isAgreed }, { session }) {
    if (isAgreed === true) return undefined
    // A run that stopped is done again by selecting the same rows: those that it has replaced are new.
    const { unit, now, ahead = 0 } = valueContext(session, Date.now())
    const isFresh = ({ created_at }: Token) => (momentAt(created_at, unit) ?? 0) > now + ahead - hour
    const fresh = rows.filter(isFresh)
    const tick = `Replace the ${fresh.length === 1 ? 'value of the token' : 'values of the tokens'} created within the last hour, too`
    const optional = { label: tick, rows: fresh.map(({ name }) => ({ name, says: 'created within the last hour' })) }
    const says = (isTaken: boolean) => {
      const dated = rows.filter((token) => (isTaken || !isFresh(token)) && whyNewDate(token, session) !== undefined)
      const needsDate = `The stored expiry of ${counted(dated.length, 'token')} has passed or can’t be read. The new ${dated.length === 1 ? 'value gets' : 'values get'} another.`
      return {
        verb: 'Replace the values of',
        button: 'Replace values',
        danger: true,
        sentences: [
          'Programs that use them stop working until they get the new ones. Each token doesn’t exist for a moment.',
          keepOpen,
        ],
        ...(dated.length > 0 && change.expiration_date === undefined && { needsDate }),
      }
    }
    return asksOfMany('token', rows.length, (_, isTaken) => says(isTaken), optional)
  },
}

export const manyDeleted: ManyTokens = {
  words: { doing: 'Deleting #', done: '# deleted' },
  spared,
  question: (rows) =>
    asksOfMany('token', rows.length, () => ({
      verb: 'Delete',
      danger: true,
      sentences: [
        'Programs that use them stop working. You can’t undo this. New tokens with these names get different values.',
      ],
    })),
}

/** What saves do to the values of several tokens. */
function savesQuestion(rows: readonly Token[], input: TokenInput, verb: string, { session }: Knows<Token>): Asks {
  const { change, undoes } = input
  const context = valueContext(session, Date.now())
  const { onUpdate } = context
  const isOff = rows.some((token) => warningKind(token, change) === 'off')
  const offersRepair = canRepairNever(context) && !isOff && undoes === undefined
  const repairs = repairTick(session, offersRepair, 'each')
  return asksOfMany('token', rows.length, (ticks) => ({
    verb,
    sentences: [valueSentence(onUpdate, isOff, undoes === true || repairs.isSet(ticks))],
    ticks: repairs.ticks,
    keep: repairs.keep,
    check: onUpdate === undefined ? updateCheck(session) : undefined,
  }))
}

function valueSentence(onUpdate: UpdateEffect | undefined, isOff: boolean, isRepaired: boolean): string {
  if (onUpdate === undefined)
    return 'Changing tokens may replace their values on this service. Programs that use the old ones would stop working, and they can’t be restored.'
  if (onUpdate === 'keeps')
    return isOff
      ? 'Activating them again brings the same values back, even if they leaked. To stop a leak, replace the values.'
      : 'Their values stay the same.'
  if (isOff) return 'Programs that use them stop working. When you activate them again, give them the new values.'
  return onUpdate === 'replaces' || isRepaired
    ? 'This replaces their values. Programs that use them stop working until they get the new ones.'
    : 'This replaces their values. The service rejects the new ones until you repair or replace them.'
}
