import type { RowStore } from '#contract/list/row-store.ts'
import type { LockoutGuard } from '#contract/saving/user-saving.ts'
import type { User } from '#contract/user.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import type { ActInput, Knows, Many } from '#web/writes/acts/act.ts'
import { asksOfMany } from '#web/writes/acts/many-question.ts'
import { otherFieldsWords } from '#web/writes/acts/question.ts'
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

interface ManyAct extends Pick<ManyOfUsers, 'label' | 'words'> {
  /** *Turn admin on for*. */
  verb: string
  danger?: true
  /** What it does to each; undefined: each has a change of its own, which takes nothing back. */
  act?: UserAct
  /** What it means for them. */
  says?: string
  /** Why a user is left out that has it already: *already inactive*. */
  already?: (user: User) => string | undefined
}

/** How many active admins that the run leaves alone are looked at before each item: one must still be one. */
const mostOthers = 8

/** One act on each of several users. It leaves out the last active admin. */
export function manyUsers({ label, words, verb, danger, act, says, already }: ManyAct): ManyOfUsers {
  const isLoss = act !== undefined && lossBy(act) !== undefined
  const isOwn = (user: User, knows: Knows<User>) => isLoss && myEmails(knows).includes(user.email)
  return {
    label,
    words,
    isOwn,
    refusal(rows, knows) {
      const spared =
        isLoss && knows.list !== undefined ? lastAdmin(rows, knows.list, (user) => isOwn(user, knows)) : undefined
      return (user) => already?.(user) ?? (user.email === spared ? 'the last active admin' : undefined)
    },
    question(rows, _, knows) {
      const { learned } = knows.session
      const own = rows.find((user) => isOwn(user, knows))
      // It is unknown which account is the admin's.
      const mayBeYou = isLoss && own === undefined && myEmails(knows).length === 0 && rows.some(isActiveAdmin)
      const isKept = learned.get()['user-omitted-on-put']?.seen === 'kept' || act?.is === 'delete'
      const clears = isKept ? [] : (knows.list?.otherFields ?? [])
      const ownWords = own && `${verb} “${visible(own.email)}”, too. It is your account: you will be signed out.`
      return asksOfMany('user', rows.length, ownWords, () => ({
        verb,
        ...(danger === undefined && { button: verb.replace(/ (for|the changes to)$/, '') }),
        ...(danger && { danger }),
        isTyped: mayBeYou,
        sentences: [
          ...(says === undefined ? [] : [{ key: 'does', says }]),
          ...(mayBeYou ? [{ key: 'you', says: 'If one of them is your account, you will be signed out.' }] : []),
          ...(clears.length > 0 ? [{ key: 'clears', says: otherFieldsWords(clears) }] : []),
        ],
      }))
    },
    inputFor(rows, knows) {
      if (!isLoss) return {}
      const others = knows.list === undefined ? [] : othersIn(knows.list, new Set(rows.map(({ email }) => email)))
      return { guard: { others, mayBeYou: myEmails(knows).length === 0 || rows.some((user) => isOwn(user, knows)) } }
    },
  }
}

/** How a flag of several users is set. */
export interface ManySave extends Omit<ManyAct, 'act' | 'already' | 'danger'> {
  field: 'admin' | 'active'
  to: boolean
  already: string
}

/** One save of each, with the same flag. */
export const manySaves = ({ field, to, already, ...many }: ManySave): ManyOfUsers =>
  manyUsers({
    ...many,
    act: { is: 'save', change: { [field]: to } },
    already: (user) => (user[field] === to ? already : undefined),
  })

/** The admin that an act on these rows must spare, so that one is left: the admin's own account, else the first. */
function lastAdmin(rows: readonly User[], list: RowStore<User>, isOwn: (user: User) => boolean): string | undefined {
  const admins = rows.filter(isActiveAdmin)
  if (admins.length === 0 || othersIn(list, new Set(rows.map(({ email }) => email))).length > 0) return undefined
  return (admins.find(isOwn) ?? admins[0])?.email
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
