import { useState, type RefObject } from 'react'
import type { RowStore } from '#contract/row-store.ts'
import type { Seen } from '#contract/saving.ts'
import type { User } from '#contract/user.ts'
import type { Verdict } from '#contract/verdict.ts'
import { useConsole } from '#web/service/console.tsx'
import { focusName } from '#web/service/rows-table.tsx'
import { visible } from '#web/ui/foreign.tsx'
import { dangerOf, mayBeYou, type Danger, type Deed } from './lockout.ts'
import { useUserActs, type ShownChange, type UserActs } from './user-acts.ts'

/** What lies over the list, at most one at a time (the form of a new user and a question over a form apart). */
export type Over =
  | { is: 'edit'; seen: Seen<User> }
  | { is: 'delete' | 'switch-off'; user: User }
  | { is: 'conflict'; verdict: Extract<Verdict<User>, { is: 'conflict' }>; change: ShownChange }

/** A question before a deed that may shut somebody out. */
export type Question =
  | { is: 'who'; answer: (email: string | undefined) => void; cancel: () => void }
  | { is: 'lockout'; user: User; deed: Deed; danger: Danger; answer: (go: boolean) => void }

/** Everything that can be done to the users of a list, each with its question before and its focus after. */
export interface UserWork {
  acts: Pick<UserActs, 'create' | 'save'>
  over: Over | undefined
  setOver: (over: Over | undefined) => void
  question: Question | undefined
  edit: (user: User) => void
  /** A switch in a row. */
  change: (user: User, change: ShownChange) => void
  send: (user: User, change: ShownChange, overwrite?: boolean) => void
  askToDelete: (user: User) => void
  remove: (user: User) => Promise<void>
}

interface Page {
  list: RowStore<User>
  rows: readonly number[]
  readOnly: boolean
  /** Who is signed in, as far as that is known. */
  me: string | undefined
  page: RefObject<HTMLElement | null>
}

/** The work of one page. */
export function useUserWork({ list, rows, readOnly, me, page }: Page): UserWork {
  const { toasts, you } = useConsole()
  const acts = useUserActs()
  const [over, setOver] = useState<Over>()
  const [question, setQuestion] = useState<Question>()
  const seen = (user: User): Seen<User> => ({ row: user, beganAt: list.beganAt })

  /** Asks once, where a pasted bearer does not say whose it is and the deed could be done to oneself. */
  const whoAmI = async (user: User, deed: Deed): Promise<{ email: string | undefined } | undefined> => {
    if (me !== undefined || you.get().asked || !mayBeYou(user, deed)) return { email: me }
    const answer = await new Promise<{ email: string | undefined } | undefined>((resolve) => {
      setQuestion({ is: 'who', answer: (email) => resolve({ email }), cancel: () => resolve(undefined) })
    })
    setQuestion(undefined)
    if (answer !== undefined) you.set({ email: answer.email, asked: true })
    return answer
  }
  /** Whether to go on: at once where nobody is shut out, else when the admin typed the e-mail. */
  const sure = async (user: User, deed: Deed): Promise<boolean> => {
    const who = await whoAmI(user, deed)
    if (who === undefined) return false
    const danger = dangerOf(list, user, deed, who.email)
    if (danger === undefined) return true
    const go = await new Promise<boolean>((answer) => setQuestion({ is: 'lockout', user, deed, danger, answer }))
    setQuestion(undefined)
    return go
  }
  const save: UserActs['save'] = async (from, change, options): Promise<Verdict<User> | undefined> =>
    (await sure(from.row, { is: 'save', change })) ? acts.save(from, change, options) : undefined

  const send = (user: User, change: ShownChange, overwrite = false) =>
    void save(seen(user), change, { overwrite }).then((verdict) => {
      if (verdict?.is === 'conflict') setOver({ is: 'conflict', verdict, change })
    })
  const next = (user: User) => {
    const at = rows.findIndex((row) => list.at(row).email === user.email)
    const row = rows[at + 1] ?? rows[at - 1]
    return row === undefined ? undefined : list.at(row).email
  }
  return {
    acts: { create: acts.create, save },
    over,
    setOver,
    question,
    edit: (user) => {
      if (!readOnly) setOver({ is: 'edit', seen: seen(user) })
    },
    change: (user, change) => (change.active === false ? setOver({ is: 'switch-off', user }) : send(user, change)),
    send,
    askToDelete(user) {
      if (!readOnly) setOver({ is: 'delete', user })
    },
    async remove(user) {
      setOver(undefined)
      if (!(await sure(user, { is: 'delete' }))) return
      const after = next(user)
      const verdict = await acts.remove(user.email)
      if (verdict?.is !== 'deleted') return
      toasts.show(`${visible(user.email)} is deleted; the list was read again and it is gone.`)
      if (after !== undefined) focusName(page.current, after)
      else document.querySelector<HTMLElement>('.page-head .btn.primary')?.focus()
    },
  }
}
