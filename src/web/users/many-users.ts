import type { RowStore } from '#contract/list/row-store.ts'
import type { LockoutGuard } from '#contract/saving/user-saving.ts'
import type { User } from '#contract/user.ts'
import type { ActInput, Many } from '#web/writes/acts/act.ts'
import { asksOfMany } from '#web/writes/acts/many-question.ts'
import { isActiveAdmin, lossBy, myEmails, type UserAct } from './lockout.ts'
import type { ShownChange, TakePassword } from './user-hooks.ts'

// How the acts on a user are done to several of them in one run.

/** What an act on a user is done with. */
export interface UserInput extends ActInput<ShownChange> {
  password?: TakePassword | undefined
  /** Whom it must not lock out, as one of many. */
  guard?: LockoutGuard | undefined
}

type ManyOfUsers = Many<User, ShownChange, UserInput>

interface ManyAct extends Pick<ManyOfUsers, 'refusal' | 'words'> {
  /** *Turn admin on for*. */
  verb: string
  danger?: true
  /** What it does to each; undefined: each has a change of its own, which takes nothing back. */
  act?: UserAct
  /** What it means for them. */
  says?: string
}

/** How many active admins that the run leaves alone are looked at before each item: one must still be one. */
const mostOthers = 8

/** One act on each of several users. One that takes something away leaves out the admin's own account, and one active admin. */
export function manyUsers({ words, refusal, verb, danger, act, says }: ManyAct): ManyOfUsers {
  const isLoss = act !== undefined && lossBy(act) !== undefined
  return {
    words,
    ...(refusal && { refusal }),
    spared(rows, knows) {
      if (!isLoss) return []
      const mine = myEmails(knows)
      const others = rows.filter(({ email }) => !mine.includes(email))
      const last = knows.list && lastAdmin(others, knows.list)
      return [
        ...rows
          .filter(({ email }) => mine.includes(email))
          .map(({ email }) => ({
            name: email,
            says: 'your account',
            ofMany: 'perhaps your account',
            isAlone: true as const,
          })),
        ...(last === undefined ? [] : [{ name: last, says: 'the last active admin', isAlone: true as const }]),
      ]
    },
    question(rows, _, knows) {
      // It is unknown which account is the admin's.
      const mayBeYou = isLoss && myEmails(knows).length === 0 && rows.some(isActiveAdmin)
      return asksOfMany('user', rows.length, () => ({
        verb,
        ...(danger && { danger }),
        isTyped: mayBeYou,
        sentences: [says, mayBeYou && 'If one of them is your account, you will be signed out.'],
      }))
    },
    inputFor(rows, knows) {
      if (!isLoss) return {}
      const others = knows.list === undefined ? [] : othersIn(knows.list, new Set(rows.map(({ email }) => email)))
      return { guard: { others, mayBeYou: myEmails(knows).length === 0 } }
    },
  }
}

/** The admin that an act on these rows must spare, so that one is left. */
function lastAdmin(rows: readonly User[], list: RowStore<User>): string | undefined {
  const first = rows.find(isActiveAdmin)
  if (first === undefined || othersIn(list, new Set(rows.map(({ email }) => email))).length > 0) return undefined
  return first.email
}

/** Some active admins of a list who are not among these. */
function othersIn(list: RowStore<User>, emails: ReadonlySet<string>): string[] {
  const others: string[] = []
  for (let at = 0; at < list.count && others.length < mostOthers; at += 1) {
    const user = list.at(at)
    if (isActiveAdmin(user) && !emails.has(user.email)) others.push(user.email)
  }
  return others
}
