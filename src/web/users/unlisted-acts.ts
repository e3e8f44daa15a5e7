import { useMutation } from '@tanstack/react-query'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { User, UserUpdate } from '#contract/user.ts'
import { useSession } from '#web/session/session.ts'
import { noAnswerYet, patience } from '#web/ui/busy.tsx'
import { isBlocked, offlineVerdict } from '#web/resource/online.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { CodeNotLoaded } from '#web/ui/lazy.tsx'
import type { Saving } from '#web/writes/saving.ts'
import { mutationOptions, unlessEnded, type Answer } from '#web/writes/write.ts'
import type { WriteAct } from '#web/writes/outcomes/outcomes.ts'
import { announcementOf, flagWords, outcomeWord } from '#web/writes/verdict-words.ts'
import { yesNo } from './words.ts'

/**
 * One write to a service without a list of users. Its closure has a function that reads the password, never the
 * password.
 */
export interface UnlistedWrite {
  id: number
  act: WriteAct
  email: string
  /** A new email, if one was asked for. */
  change: Pick<UserUpdate, 'new_email'>
  /** When the admin asked for it, in milliseconds since 1970 by the page's clock. */
  at: number
  /** `Create`, `Make admin`, `Delete`. */
  request: string
  /** The flags that were sent. */
  sent: string
  /** Undefined: there was nothing to send. */
  send: (saving: Saving['unlistedUsers']) => Promise<Verdict<User> | undefined>
}

let last = 0

/** The number of a request, by which the latest comes first. */
export const nextRequest = () => (last += 1)

export const unlistedWrites = ['users', 'unlisted write'] as const

/** Sends one write, and records it with its verdict among the accounts of this session. */
export function useUnlistedWrite() {
  const { saving, outcomes, announcer, toasts } = useSession()
  const { mutateAsync } = useMutation({
    ...mutationOptions,
    mutationKey: unlistedWrites,
    async mutationFn({ id, act, email, change, request, sent, at, send }: UnlistedWrite) {
      const slow = setTimeout(() => announcer.say(`${visible(email)}: ${noAnswerYet}`), patience)
      const verdict = await unlessEnded(saving().then(({ unlistedUsers }) => send(unlistedUsers))).catch(notSent)
      clearTimeout(slow)
      if (verdict === undefined) return undefined
      const row = { resource: 'users', name: email, after: email, told: 'elsewhere' } as const
      outcomes.add<User, object>({ ...row, act, verdict, change, made: {}, at, unlisted: { id, request, sent } })
      announcer.say(announcementOf('user', email, verdict, { act }), outcomeWord(verdict))
      return verdict
    },
  })
  return async (write: Omit<UnlistedWrite, 'id' | 'at'>): Answer<User> =>
    isBlocked({ toasts }) ? offlineVerdict : mutateAsync({ ...write, id: nextRequest(), at: Date.now() })
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
  const parts = [...(new_email === undefined ? [] : ['New email']), ...(withPassword ? ['New password'] : [])]
  if (parts.length > 0) return parts.join(', ')
  if (active === false) return 'Deactivate'
  if (admin === true) return 'Make admin'
  return admin === undefined && active === undefined ? 'Nothing' : 'Set flags'
}
