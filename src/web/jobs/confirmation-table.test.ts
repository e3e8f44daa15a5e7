import { describe, expect, test } from 'vitest'
import { updateEffects } from '#api/service-facts.ts'
import type { Token, TokenChange } from '#api/token.ts'
import type { User, UserChange } from '#api/user.ts'
import type { ActionContext, ActionOptions } from '#web/resource/action.ts'
import { lineId, type Confirmation, type Sentences } from '#web/resource/confirmation.ts'
import { confirmationLines } from '#web/testing/confirmation-texts.ts'
import { timestampOf, tokenRow, userListOf, userRow } from '#web/testing/rows.ts'
import { tokenActions } from '#web/tokens/actions.ts'
import { tokenSentences } from '#web/tokens/confirmation-sentences.ts'
import { tokenResource } from '#web/tokens/resource.ts'
import { userActions } from '#web/users/actions.ts'
import { userSentences } from '#web/users/confirmation-sentences.ts'
import { userResource } from '#web/users/resource.ts'
import { commonSentences } from './confirm-action-dialog.tsx'
import { prepareRun } from './action-run.ts'
import { questionOf } from './reconfirmation.ts'
import type { AppContext } from './app-context.tsx'

// Every confirmation of tokens and users: each action, asked first and again, by all that is known.

const now = 1_800_000_000_000
const seconds = (timestamp: number) => timestampOf(timestamp / 1000)
const age = 7_200_000
const tokenOf = (name: string, change: Partial<Token> = {}) =>
  tokenRow(name, {
    expiration_date: seconds(now + 9e9),
    created_at: seconds(now - age),
    updated_at: seconds(now - age),
    ...change,
  })
const tokens = {
  active: tokenOf('a'),
  inactive: tokenOf('b', { active: false }),
  expired: tokenOf('c', { expiration_date: seconds(now - 1000) }),
  endless: tokenOf('d', { expiration_date: seconds(now - age) }),
  unreadable: tokenOf('e', { expiration_date: '?' }),
  own: tokenOf('f', { yours: true }),
}
const tokenSelections = [...Object.values(tokens).map((token) => [token]), Object.values(tokens)]
const tokenChanges: readonly TokenChange[] = [
  {},
  { write: true },
  { write: false },
  { active: true },
  { active: false },
  { expiration_date: 'none' },
  { expiration_date: { at: now + age } },
  { active: true, write: true },
  { active: false, write: false, expiration_date: 'none' },
]

const me = userRow('me@x.test', { admin: true })
const users = [me, userRow('boss@x.test', { admin: true }), userRow('li@x.test')]
const userSelections = [...users.map((user) => [user]), users]
const userChanges: readonly UserChange[] = [
  { admin: true },
  { admin: false },
  { active: true },
  { active: false },
  { new_email: 'new@x.test' },
  { admin: false, active: false, new_email: 'new@x.test' },
]

interface Asked {
  says: string
  names: readonly string[]
  noun: 'token' | 'user'
  question: Confirmation
}

/** The confirmation of an action, as it is asked first, with hidden rows, after the list changed, and in a conflict. */
function questionsOf(
  resource: typeof tokenResource | typeof userResource,
  actionName: string,
  rows: readonly (Token | User)[],
  confirmation: Confirmation | undefined,
): Asked[] {
  const app = {
    resources: { tokens: tokenResource, users: userResource },
    actionContext: () => ({ now, timeUnit: 'seconds', ownEmails: [], list: undefined, isWarned: false }),
  } as unknown as AppContext
  const [first] = rows
  const run = prepareRun(
    app,
    resource.name,
    actionName,
    first === undefined ? [] : [{ row: first, readStartedAt: 0 }],
    {},
  )
  const conflict = {
    previous: first!,
    current: first!,
    fields: [],
    change: {},
    setsPassword: false,
    overwriteText: undefined,
  }
  const names = rows.map((row) => ('email' in row ? row.email : row.name))
  const many =
    rows.length > 1
      ? [
          { ...run, options: { hidden: 1 } },
          { ...run, options: { hidden: 2 } },
        ]
      : []
  const again = [{ ...run, reason: 'list-changed' } as const, { ...run, reason: conflict }]
  return [run, ...(rows.length > 1 ? many : again)].flatMap((asking) => {
    const question = questionOf(asking, confirmation)
    const says = `${resource.noun} ${actionName} of ${names.join(', ')}`
    return question === undefined ? [] : [{ says, names, noun: resource.noun, question }]
  })
}

function everyQuestion(): Asked[] {
  const asked: Asked[] = []
  const options = [false, true].flatMap((isUndo) =>
    [[], ['identity-unknown'], ['locks-out-self'], ['locks-out-everyone']].map(
      (acknowledged) => ({ isUndo, repairs: false, acknowledged }) as ActionOptions,
    ),
  )
  for (const option of options) {
    for (const updateEffect of [undefined, ...updateEffects])
      for (const timeUnit of ['seconds', 'milliseconds'] as const)
        for (const rows of tokenSelections)
          for (const change of tokenChanges)
            for (const [name, { confirmation }] of Object.entries(tokenActions)) {
              const context: ActionContext<Token> = {
                now: timeUnit === 'seconds' ? now : now / 1000,
                timeUnit,
                updateEffect,
                ownEmails: [],
                list: undefined,
                isWarned: false,
              }
              asked.push(...questionsOf(tokenResource, name, rows, confirmation?.(rows, change, context, option)))
            }
    for (const list of [undefined, userListOf(users), userListOf([me])])
      for (const ownEmails of [[], ['me@x.test']])
        for (const rows of userSelections)
          for (const change of userChanges)
            for (const [name, { confirmation }] of Object.entries(userActions)) {
              const context: ActionContext<User> = { now, timeUnit: 'seconds', ownEmails, list, isWarned: false }
              asked.push(...questionsOf(userResource, name, rows, confirmation?.(rows, change, context, option)))
            }
  }
  return asked
}

/** Each once: what is known makes no difference to most. */
const questions = [...new Map(everyQuestion().map((asked) => [JSON.stringify(asked), asked])).values()]
const linesOf = ({ question, names, noun }: Asked) => confirmationLines(question, names, noun).flat()
const sentencesIn = (text: string) => text.replace(/[[\]]/g, '').split(/(?<=[.?]) /)
const tables = Object.entries({ token: tokenSentences, user: userSentences, common: commonSentences } as Readonly<
  Record<string, Sentences>
>)

describe('of all confirmations', () => {
  test('none says a fact twice, or two facts in one sentence', () => {
    expect(questions.length).toBeGreaterThan(500)
    const twice = questions.filter(({ question: { paragraphs } }) => {
      const ids = paragraphs.flat().map(lineId)
      return new Set(ids).size < ids.length
    })
    expect(twice.map(({ says, question }) => [says, question.paragraphs])).toEqual([])
    const texts = questions.filter((asked) => {
      const said = linesOf(asked).map(({ text }) => text)
      return new Set(said).size < said.length
    })
    expect(texts).toEqual([])
  })

  test('each fact has one sentence of one row and one of several, in which nothing is left open', () => {
    const sentences = new Map<string, Set<string>>()
    const incomplete = new Set<string>()
    for (const asked of questions)
      for (const { id, text } of linesOf(asked)) {
        const of = `${asked.noun} ${asked.names.length === 1 ? 'one' : 'many'} ${id}`
        const open = text.replaceAll(/“[^”]*”/g, '“X”').replaceAll(/\d+ (tokens?|users?)/g, 'n rows')
        sentences.set(of, (sentences.get(of) ?? new Set()).add(open))
        if (/#|undefined|^$/.test(text)) incomplete.add(text)
      }
    expect([...sentences].filter(([, texts]) => texts.size > 1)).toEqual([])
    expect([...incomplete]).toEqual([])
  })

  test('no sentence has more than twenty words', () => {
    const long = new Set<string>()
    for (const asked of questions)
      for (const text of [asked.question.title, ...linesOf(asked).flatMap(({ text }) => sentencesIn(text))])
        if (text.split(' ').length > 20) long.add(text)
    expect([...long]).toEqual([])
  })

  test('a title is a question whose verb its button repeats, and a red one is about what cannot be undone', () => {
    const faults = new Set<string>()
    for (const { question } of questions) {
      const { title, confirmLabel, danger = false } = question
      if (title.endsWith(' changed since you opened it')) continue
      const isFinal = /^(Delete|Replace) /.test(title)
      if (!title.endsWith('?') || title.split(' ')[0] !== confirmLabel.split(' ')[0] || danger !== isFinal)
        faults.add(`${title} [${confirmLabel}]`)
    }
    expect([...faults]).toEqual([])
  })
})

test('no two facts of a table have the same sentence, and every one of them is said by some confirmation', () => {
  for (const [name, table] of tables) {
    const ofOne = Object.values(table).map(([sentence]) => sentence)
    expect(new Set(ofOne).size, name).toBe(ofOne.length)
  }
  const said = new Set(questions.flatMap(({ question: { paragraphs } }) => paragraphs.flat().map(lineId)))
  // Downloads and tokens that are created again are asked about elsewhere.
  const elsewhere = ['why', 'plain-text', 'is-usable', 'open-as-text', 'delete-file', 'gets-new-value']
  const unsaid = tables.flatMap(([, table]) => Object.keys(table)).filter((id) => !said.has(id))
  expect(unsaid.toSorted()).toEqual(elsewhere.toSorted())
})
