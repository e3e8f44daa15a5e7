import { useMutation, useQuery } from '@tanstack/react-query'
import type { User, UserChange } from '#contract/user.ts'
import type { Seen } from '#contract/write/kind.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { doAct } from '#web/jobs/do-act.ts'
import { mutationOptions, userList } from '#web/resource/lists.ts'
import { useSession } from '#web/session/session.ts'
import type { userActs } from './acts.ts'

// All requests of the users page.

/** The list of users, if the service has one. `isNeeded`: it is read if nothing has read it yet. */
export function useUsers(isNeeded = true) {
  return useQuery({ ...userList(useSession().service), enabled: isNeeded })
}

/** Does an act of the table to users that the admin saw. */
export function useUserActs() {
  const desk = useDesk()
  return useMutation({
    ...mutationOptions,
    mutationFn: ({
      act,
      seen,
      change,
    }: {
      act: keyof typeof userActs
      seen: readonly Seen<User>[]
      change?: UserChange
    }) => doAct(desk, 'users', act, seen, change && { change }),
  })
}
