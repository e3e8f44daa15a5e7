import { useMutation } from '@tanstack/react-query'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { User, UserUpdate } from '#contract/user.ts'
import { useConsole } from '#web/app/console.tsx'
import { isBlocked, offlineVerdict } from '#web/app/online.ts'
import { CodeNotLoaded } from '#web/ui/lazy.tsx'
import type { Saving } from '#web/writes/saving.ts'
import { mutationOptions, unlessEnded, type Answer } from '#web/writes/use-write.ts'
import { announcementOf, flagWords, outcomeSentence, outcomeWord } from '#web/writes/verdict-words.ts'
import { yesNo } from './words.ts'

/**
 * One write to a service without a list of users. Its closure has a function that reads the password, never the
 * password.
 */
interface UnlistedWrite {
  email: string
  /** `Create`, `Make admin`, `Delete`. */
  request: string
  /** The flags that were sent. */
  sent: string
  /** Undefined: there was nothing to send. */
  send: (saving: Saving['unlistedUsers']) => Promise<Verdict<User> | undefined>
}

/** Sends one write, and records it with its verdict among the accounts of this session. */
export function useUnlistedWrite() {
  const { saving, submitted, announcer, activity, toasts } = useConsole()
  const { mutateAsync } = useMutation({
    ...mutationOptions,
    mutationKey: ['users', 'unlisted write'],
    mutationFn: async ({ send }: UnlistedWrite) => unlessEnded(send((await saving()).unlistedUsers)),
  })
  return async (write: UnlistedWrite): Answer<User> => {
    if (isBlocked({ toasts })) return offlineVerdict
    const { email, request, sent } = write
    const settle = submitted.add({ email, request, sent, at: Date.now() })
    const verdict = await mutateAsync(write).catch(notSent)
    settle(verdict)
    if (verdict === undefined) return undefined
    const act = request === 'Delete' ? 'remove' : 'save'
    announcer.say(announcementOf('user', email, verdict, { act }), outcomeWord(verdict))
    const what = sent === '' ? request : `${request}: ${sent}`
    const outcome = `Asked for: ${what.toLowerCase()}. ${outcomeSentence('user', verdict, { act })}`
    activity.add({ resource: 'users', name: email, request: what, outcome })
    return verdict
  }
}

/** If the code of a write could not be loaded, nothing was sent. */
function notSent(error: unknown): Verdict<User> {
  if (!(error instanceof CodeNotLoaded)) throw error
  return { is: 'refused', problem: { kind: 'unreachable', sent: 'not-sent' }, unsent: true }
}

/** The flags that were sent: `admin no, active yes`. */
export function flagsSent(change: Omit<UserUpdate, 'new_password'>): string {
  return flagWords(change, yesNo)
}

/** What a change requests, in the words of the table: `Make admin`. */
export function requestOf(
  { new_email, admin, active }: Omit<UserUpdate, 'new_password'>,
  withPassword: boolean,
): string {
  const asked = [...(new_email === undefined ? [] : ['New email']), ...(withPassword ? ['New password'] : [])]
  if (asked.length > 0) return asked.join(', ')
  if (active === false) return 'Deactivate'
  if (admin === true) return 'Make admin'
  return admin === undefined && active === undefined ? 'Nothing' : 'Set flags'
}
