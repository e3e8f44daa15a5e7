import { useState } from 'react'
import { useConsole } from '#web/service/console.tsx'
import type { Danger, Deed } from './lockout.ts'

/** A question before a deed that may shut somebody out. */
export type Question =
  | { is: 'who'; answer: (email: string | undefined) => void; cancel: () => void }
  | { is: 'lockout'; email: string; deed: Deed; danger: Danger; answer: (go: boolean) => void }

/** A deed about to be done to an account. */
export interface Attempt {
  email: string
  deed: Deed
  /** Whether it could be done to whoever is signed in, as far as the page knows the account. */
  mayBeYou: boolean
  /** Whom it may shut out, once it is known who is signed in, or that nobody can say. */
  dangerTo: (you: string | undefined) => Danger | undefined
}

/** The guard before such deeds: the question it asks just now, and its word on whether to go on. */
export interface LockoutGuard {
  question: Question | undefined
  /** At once where nobody is shut out, else when the admin typed the e-mail; false: they thought better of it. */
  sure: (attempt: Attempt) => Promise<boolean>
}

/** `me` is who is signed in, as far as that is known. */
export function useLockout(me: string | undefined): LockoutGuard {
  const { you } = useConsole()
  const [question, setQuestion] = useState<Question>()

  /** Asks once, where a pasted bearer does not say whose it is and the deed could be done to oneself. */
  const whoAmI = async (mayBeYou: boolean): Promise<{ email: string | undefined } | undefined> => {
    const known = you.get()
    if (me !== undefined || known.asked || !mayBeYou) return { email: me ?? known.email }
    const answer = await new Promise<{ email: string | undefined } | undefined>((resolve) => {
      setQuestion({ is: 'who', answer: (email) => resolve({ email }), cancel: () => resolve(undefined) })
    })
    setQuestion(undefined)
    if (answer !== undefined) you.set({ email: answer.email, asked: true })
    return answer
  }
  return {
    question,
    async sure({ email, deed, mayBeYou, dangerTo }) {
      const who = await whoAmI(mayBeYou)
      if (who === undefined) return false
      const danger = dangerTo(who.email)
      if (danger === undefined) return true
      const go = await new Promise<boolean>((answer) => setQuestion({ is: 'lockout', email, deed, danger, answer }))
      setQuestion(undefined)
      return go
    },
  }
}
