import { useMutation } from '@tanstack/react-query'
import type { User, UserChange } from '#contract/user.ts'
import type { UnlistedUserSaving } from '#contract/saving/user-saving.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useConsole } from '#web/app/console.tsx'
import { isOffline, offlineVerdict } from '#web/app/online.ts'
import { unlessEnded } from '#web/writes/verified-act.ts'
import { announced, outcomeWord } from '#web/writes/verdict-words.ts'
import { NotFetched } from '#web/ui/later.tsx'
import { yesNo } from './words.ts'

/**
 * One write to a service that lists nobody. `send` closes over what is sent and over the way to a password, never over
 * one: a mutation holds its variables until the next.
 */
const actUnlisted = () => ({
  mutationKey: ['users', 'unlisted'],
  networkMode: 'always' as const,
  gcTime: 0,
  mutationFn: (send: () => Promise<Verdict<User>>) => send(),
})

/** Does one act, and keeps what was asked and what came of it among the people handled. */
export function useUnlistedAct() {
  const { unlistedUsers, handled, announcer, activity, toasts } = useConsole()
  const { mutateAsync } = useMutation(actUnlisted())
  return async (
    email: string,
    asked: string,
    sent: string,
    send: (saving: UnlistedUserSaving) => Promise<Verdict<User>>,
  ): Promise<Verdict<User> | undefined> => {
    if (isOffline({ toasts, announcer })) return offlineVerdict
    const settle = handled.add({ email, asked, sent, at: Date.now() })
    const verdict = await unlessEnded(mutateAsync(() => send(unlistedUsers))).catch(notSent)
    if (verdict === undefined) return undefined
    settle(verdict)
    const outcome = announced('user', email, verdict, { act: asked === 'Delete' ? 'remove' : 'save' })
    announcer.say(outcome, outcomeWord(verdict))
    activity.add({ kind: 'User', name: email, asked: sent === '' ? asked : `${asked}: ${sent}`, outcome })
    return verdict
  }
}

/** Of a write whose own code could not be fetched it is certain that nobody was asked. */
function notSent(error: unknown): Verdict<User> {
  if (!(error instanceof NotFetched)) throw error
  return { is: 'refused', problem: { kind: 'unreachable', sent: 'not-sent' }, unsent: true }
}

/** `admin no, active yes`: the flags that were sent. */
export function flagsSent({ admin, active }: Pick<UserChange, 'admin' | 'active'>): string {
  return [
    ...(admin === undefined ? [] : [`admin ${yesNo(admin)}`]),
    ...(active === undefined ? [] : [`active ${yesNo(active)}`]),
  ].join(', ')
}

/** What a change asked for, in the words of the table. */
export function askedOf({ new_email, admin, active }: Omit<UserChange, 'new_password'>, withPassword: boolean): string {
  const asked = [...(new_email === undefined ? [] : ['New email']), ...(withPassword ? ['New password'] : [])]
  if (asked.length > 0) return asked.join(', ')
  if (active === false) return 'Deactivate'
  if (admin === true) return 'Make admin'
  return admin === undefined && active === undefined ? 'Nothing' : 'Set flags'
}
