import { useMutation } from '@tanstack/react-query'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { User, UserUpdate } from '#contract/user.ts'
import { useConsole } from '#web/app/console.tsx'
import { isBlocked, offlineVerdict } from '#web/app/online.ts'
import { CodeNotLoaded } from '#web/ui/lazy.tsx'
import type { Saving } from '#web/writes/saving.ts'
import { atOnce, unlessEnded, type Answer } from '#web/writes/use-write.ts'
import { announced, flagWords, outcomeSentence, outcomeWord } from '#web/writes/verdict-words.ts'
import { yesNo } from './words.ts'

/** One write to a service that lists nobody. It closes over what is sent and over the way to a password, never over one. */
interface UnlistedWrite {
  email: string
  /** `Create`, `Make admin`, `Delete`. */
  asked: string
  /** The flags that were sent. */
  sent: string
  send: (saving: Saving['unlistedUsers']) => Promise<Verdict<User>>
}

/** Does one write, and keeps what was asked and what came of it among the accounts of this session. */
export function useUnlistedWrite() {
  const { saving, submitted, announcer, activity, toasts } = useConsole()
  const { mutateAsync } = useMutation({
    ...atOnce,
    mutationKey: ['users', 'unlisted write'],
    mutationFn: async ({ send }: UnlistedWrite) => unlessEnded(send((await saving()).unlistedUsers)),
  })
  return async (write: UnlistedWrite): Answer<User> => {
    if (isBlocked({ toasts })) return offlineVerdict
    const { email, asked, sent } = write
    const settle = submitted.add({ email, asked, sent, at: Date.now() })
    const verdict = await mutateAsync(write).catch(notSent)
    if (verdict === undefined) return undefined
    settle(verdict)
    const act = asked === 'Delete' ? 'remove' : 'save'
    announcer.say(announced('user', email, verdict, { act }), outcomeWord(verdict))
    const what = sent === '' ? asked : `${asked}: ${sent}`
    const outcome = `Asked for: ${what.toLowerCase()}. ${outcomeSentence('user', verdict, { act })}`
    activity.add({ kind: 'User', name: email, asked: what, outcome })
    return verdict
  }
}

/** Of a write whose own code could not be fetched it is certain that nobody was asked. */
function notSent(error: unknown): Verdict<User> {
  if (!(error instanceof CodeNotLoaded)) throw error
  return { is: 'refused', problem: { kind: 'unreachable', sent: 'not-sent' }, unsent: true }
}

/** `admin no, active yes`: the flags that were sent. */
export function flagsSent(change: Omit<UserUpdate, 'new_password'>): string {
  return flagWords(change, yesNo)
}

/** What a change asked for, in the words of the table. */
export function askedOf({ new_email, admin, active }: Omit<UserUpdate, 'new_password'>, withPassword: boolean): string {
  const asked = [...(new_email === undefined ? [] : ['New email']), ...(withPassword ? ['New password'] : [])]
  if (asked.length > 0) return asked.join(', ')
  if (active === false) return 'Deactivate'
  if (admin === true) return 'Make admin'
  return admin === undefined && active === undefined ? 'Nothing' : 'Set flags'
}
