import { useMutation, useQuery } from '@tanstack/react-query'
import type { Token, TokenChange } from '#contract/token.ts'
import type { Seen } from '#contract/write/kind.ts'
import { useDesk, useWorld } from '#web/jobs/desk.tsx'
import { doAct } from '#web/jobs/do-act.ts'
import { mutationOptions, tokenList, userList } from '#web/resource/lists.ts'
import { useSession } from '#web/session/session.ts'
import type { tokenActs } from './acts.ts'
import { copyValue, type Copying } from './copy-value.ts'

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

/**
 * Copies a value without showing it: one GET. Not a mutation, because that would start after the click, and browsers
 * allow the clipboard only during it.
 */
export function useCopyTokenValue() {
  const session = useSession()
  const desk = useDesk()
  const world = useWorld()
  return (copying: Omit<Copying, 'world'>) => copyValue(session, desk, { ...copying, world })
}

/** Finds the token that a value belongs to: reads the list, and single values if that is agreed. */
export const useFindToken = () => useSession().findToken
