import { canRepair, needsRepair } from '#contract/saving/value-worth.ts'
import type { Token, TokenChange } from '#contract/token.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import type { Knows, Many } from '#web/writes/acts/act.ts'
import { asksOfMany } from '#web/writes/acts/many-question.ts'
import { isTicked, otherFieldsWords, type Asks, type Sentence } from '#web/writes/acts/question.ts'
import { valueOnUpdate } from '#web/writes/known/learned-store.ts'
import { checking, repairWords, warningKind, wayOf, type TokenInput } from '#web/tokens/token-questions.ts'
import { expiryOf } from '#web/tokens/token-status.ts'
import { valueContext } from '#web/tokens/view-context.ts'

// How the acts on a token are done to several of them in one run.

type ManyTokens = Many<Token, TokenChange, TokenInput>

const contextOf = ({ session }: Knows<Token>) => valueContext(session, Date.now())

const isOwn = (token: Token) => token.yours === true

/** The tick that includes the token with whose value the admin is signed in. */
const ownOf = (rows: readonly Token[], verb: string) => {
  const own = rows.find(isOwn)
  return own && `${verb} “${visible(own.name)}”, too. You signed in with its value and may be signed out.`
}

/** How the same change is saved to several tokens. */
export interface ManySave extends Pick<ManyTokens, 'label' | 'words'> {
  /** *Turn write on for*. */
  verb: string
  change: TokenChange
  /** Why a token is left out that has it already: *already inactive*. */
  already: string
  isAlready: (token: Token) => boolean
}

/** One save of each, with the same change. */
export const manySaves = ({ label, words, verb, change, already, isAlready }: ManySave): ManyTokens => ({
  label,
  words,
  isOwn,
  refusal: () => (token) => (isAlready(token) ? already : undefined),
  question: (rows, input, knows) => savesQuestion(rows, { ...input, change }, verb, knows),
})

/** The saves of an undo: each has a change of its own. */
export const manyUndone: ManyTokens = {
  label: 'Undo',
  words: { doing: 'Undoing changes to #', done: 'Changes to # undone' },
  isOwn,
  refusal: () => () => undefined,
  question: (rows, input, knows) => savesQuestion(rows, input, 'Undo the changes to', knows),
}

export const manyExpiries: ManyTokens = {
  label: 'Set expiry…',
  words: { doing: 'Setting the expiry of #', done: 'Expiry of # set' },
  isOwn,
  refusal: () => () => undefined,
  question(rows, input, knows) {
    const { expiration_date: expiry } = input.change
    const verb = 'Set the expiry of'
    const all = rows.map((token) => ({ act: 'save', token, change: input.change, otherFields: [] }) as const)
    const recreated = all.filter((save) => wayOf(save, knows.session) === 'recreate').length
    const asks = savesQuestion(rows, input, verb, knows)
    if (expiry === undefined) return (ticks) => ({ ...asks(ticks), needsDate: 'All of them get the same expiry.' })
    if (recreated === 0) return input.isAgreed === true ? undefined : asks
    return asksOfMany('token', rows.length, ownOf(rows, 'Set that of'), () => ({
      verb: 'Delete and create again',
      danger: true,
      sentences: [
        {
          key: 'recreates',
          says: 'A save can’t remove the expiry on this service. They are deleted and created again, with new values. Programs that use the old ones stop working.',
        },
      ],
    }))
  },
}

export const manyRepairs: ManyTokens = {
  label: 'Repair values',
  words: { doing: 'Repairing #', done: '# repaired' },
  isOwn,
  refusal: (_, knows) => {
    const context = contextOf(knows)
    return (token) => (needsRepair(token, context) && canRepair(context) ? undefined : 'not in need of repair')
  },
  question: (rows, _, { list }) =>
    asksOfMany('token', rows.length, ownOf(rows, 'Repair'), () => ({
      verb: 'Repair',
      sentences: [
        { key: 'repairs', says: 'Each is saved again until its value should work. Programs need the new values.' },
        ...fieldsOf(list?.otherFields),
      ],
    })),
}

export const manyReplaced: ManyTokens = {
  label: 'Replace values…',
  words: { doing: 'Replacing the values of #', done: 'Values of # replaced' },
  recreates: true,
  isOwn,
  refusal(_, knows) {
    const { unit, now, ahead = 0 } = contextOf(knows)
    return (token) => {
      const expiry = expiryOf(token, unit)
      if (expiry === 'none') return undefined
      return expiry === undefined || expiry <= now + ahead ? 'expired or unreadable. Set an expiry first' : undefined
    }
  },
  question: (rows, _, { list }) =>
    asksOfMany('token', rows.length, ownOf(rows, 'Replace that of'), () => ({
      verb: 'Replace the values of',
      button: 'Replace values',
      danger: true,
      sentences: [
        {
          key: 'value',
          says: 'Programs that use them stop working until they get the new ones. Each token doesn’t exist for a moment.',
        },
        ...fieldsOf(list?.otherFields, true),
      ],
    })),
}

export const manyDeleted: ManyTokens = {
  label: 'Delete…',
  words: { doing: 'Deleting #', done: '# deleted' },
  isOwn,
  refusal: () => () => undefined,
  question: (rows) =>
    asksOfMany('token', rows.length, ownOf(rows, 'Delete'), () => ({
      verb: 'Delete',
      danger: true,
      sentences: [
        {
          key: 'deletes',
          says: 'Programs that use them stop working. You can’t undo this. New tokens with these names get different values.',
        },
      ],
    })),
}

const fieldsOf = (fields: readonly string[] = [], isNew = false): Sentence[] =>
  fields.length === 0 ? [] : [{ key: 'fields', says: otherFieldsWords(fields, isNew) }]

/** What saves do to the values of several tokens. */
function savesQuestion(rows: readonly Token[], input: TokenInput, verb: string, { session, list }: Knows<Token>): Asks {
  const { change, undoes } = input
  const context = valueContext(session, Date.now())
  const onUpdate = valueOnUpdate(session.learned.get())
  const isOff = rows.some((token) => warningKind(token, change) === 'off')
  const offersRepair = onUpdate === 'new-refused' && canRepair(context) && !isOff && undoes === undefined
  const { choices } = session
  const { alwaysRepair } = choices.get()
  const repairs = { id: 'repair', label: repairWords(true), isOn: alwaysRepair ?? true }
  return asksOfMany('token', rows.length, ownOf(rows, verb), (ticks) => ({
    verb,
    button: verb.replace(/ (for|of|the changes to)$/, ''),
    sentences: [
      ...valueSentence(
        onUpdate,
        isOff,
        undoes === true || (offersRepair && isTicked({ ticks: [repairs] }, ticks, 'repair')),
      ),
      ...(context.omittedOnPut === 'kept' ? [] : fieldsOf(list?.otherFields)),
    ],
    ticks: offersRepair ? [repairs] : [],
    keep(ticked) {
      const repair = isTicked({ ticks: [repairs] }, ticked, 'repair')
      if (offersRepair && repair !== alwaysRepair) choices.setAlwaysRepair(repair)
    },
    ...(onUpdate === undefined && { check: { does: 'tests this on a temporary token.', run: checking(session) } }),
  }))
}

function valueSentence(onUpdate: ReturnType<typeof valueOnUpdate>, isOff: boolean, isRepaired: boolean): Sentence[] {
  const key = `value ${onUpdate} ${isOff} ${isRepaired}`
  switch (onUpdate) {
    case undefined:
      return [
        {
          key,
          says: 'Changing tokens may replace their values on this service. Programs that use the old ones would stop working, and they can’t be restored.',
        },
      ]
    case 'kept':
      return [
        {
          key,
          says: isOff
            ? 'Activating them again brings the same values back, even if they leaked. To stop a leak, replace the values.'
            : 'Their values stay the same.',
        },
      ]
    case 'new':
    case 'new-refused':
      return [
        {
          key,
          says: isOff
            ? 'Programs that use them stop working. When you activate them again, give them the new values.'
            : `This replaces their values. ${
                onUpdate === 'new' || isRepaired
                  ? 'Programs that use them stop working until they get the new ones.'
                  : 'The service rejects the new ones until you repair or replace them.'
              }`,
        },
      ]
  }
}
