import { useMutation, useQuery } from '@tanstack/react-query'
import type { Token, TokenChange } from '#contract/token.ts'
import type { Seen } from '#contract/write/kind.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { doAct } from '#web/jobs/do-act.ts'
import { mutationOptions, tokenList, userList } from '#web/resource/lists.ts'
import { useSession } from '#web/session/session.ts'
import type { tokenActs } from './acts.ts'

// All requests of the tokens page.

/** The list of tokens. */
export function useTokens() {
  return useQuery(tokenList(useSession().service))
}

/** Reads the users, too, where no token shows in which unit the service counts time: their rows may. */
export function useUsersForUnit(isUnknown: boolean) {
  useQuery({ ...userList(useSession().service), enabled: isUnknown })
}

/** Does an act of the table to tokens that the admin saw. */
export function useTokenActs() {
  const desk = useDesk()
  return useMutation({
    ...mutationOptions,
    mutationFn: ({
      act,
      seen,
      change,
    }: {
      act: keyof typeof tokenActs
      seen: readonly Seen<Token>[]
      change?: TokenChange
    }) => doAct(desk, 'tokens', act, seen, change && { change }),
  })
}

/** Finds the token that a value belongs to: reads the list, and single values if that is agreed. */
export const useFindToken = () => useSession().findToken
