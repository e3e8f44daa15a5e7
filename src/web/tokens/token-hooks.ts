import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import type { NewToken, TokenDraft } from '#contract/token.ts'
import { useSession, type Session } from '#web/ui/session.ts'
import { byServiceClock } from './view-context.ts'
import { tokenList, userList } from '#web/list/lists.ts'
import { lazyCode, CodeNotLoaded } from '#web/ui/lazy.tsx'
import { resourceWrites, useActs, useSend } from '#web/writes/acts/use-acts.ts'
import { mutationOptions } from '#web/writes/write.ts'
import type { Copying } from '#web/tokens/value/copy-value.ts'
import type { ValueOnce } from '#web/tokens/value/value-once.ts'

// All requests of the tokens page. Each write resolves to its verdict after the page has shown it.

export const tokenWrites = resourceWrites('tokens', async () => (await import('./token-acts.ts')).tokenCode)

/** Does what can be done to a token in the list. */
export const useTokenActs = () => useActs(tokenWrites)

export type DoTokenAct = ReturnType<typeof useTokenActs>

/** Finds the token that a value belongs to: reads the list, and single values if that is agreed. */
export const useFindToken = () => useSession().findToken

/** The list of tokens. */
export function useTokens() {
  return useQuery(tokenList(useSession().service))
}

/** Reads the users, once, when no token shows in which unit the service counts time. */
async function learnUnit({ service, unit }: Session, client: QueryClient): Promise<void> {
  const users = client.getQueryState(userList(service).queryKey)
  if (unit.get().learned || (users?.errorUpdateCount ?? 0) > 0) return
  await client.ensureQueryData(userList(service)).catch(() => undefined) // then the new row shows it
}

/** The same, before a new token is shown and sent. */
export function useLearnedUnit(): void {
  const session = useSession()
  const client = useQueryClient()
  useEffect(() => void learnUnit(session, client), [session, client])
}

/** Sends one POST. */
export function useCreateToken() {
  const send = useSend(tokenWrites)
  const session = useSession()
  const client = useQueryClient()
  return (token: NewToken) => {
    const { name, ...change } = token
    return send({
      act: 'create',
      name,
      change,
      async send({ tokens }) {
        await learnUnit(session, client)
        return tokens.create(byServiceClock(token, session))
      },
    })
  }
}

/** Creates a token that a replacement has deleted but not created again. */
export function useRecreateToken() {
  const send = useSend(tokenWrites)
  return (missing: TokenDraft) =>
    send({ act: 'create', name: missing.name, change: {}, send: ({ tokens }) => tokens.createAgain(missing) })
}

const valueKey = ['tokens', 'value'] as const

const valueCode = lazyCode(async () => (await import('#web/tokens/value/read-value.ts')).readValue)

/**
 * The value of a token: one GET, unless the value is at hand. It is kept only while the calling component is mounted.
 */
export function useTokenValue(name: string, once: ValueOnce) {
  const { service } = useSession()
  const mutations = useQueryClient().getMutationCache()
  // Synchronously: when the page is left, the browser may freeze it before a later task.
  useLayoutEffect(
    () => () => {
      for (const mutation of mutations.findAll({ mutationKey: valueKey })) mutations.remove(mutation)
    },
    [mutations],
  )
  return useMutation({
    ...mutationOptions,
    mutationKey: valueKey,
    mutationFn: () => once.take(async (signal) => (await valueCode.load())(service, name, signal)),
  })
}

const copyCode = lazyCode(async () => (await import('#web/tokens/value/copy-value.ts')).copyValue)

/**
 * Copies a value without showing it: one GET. Not a mutation, because that would start after the click, and browsers
 * allow the clipboard only during it.
 */
export function useCopyTokenValue() {
  const session = useSession()
  return async (copying: Copying): Promise<void> => {
    const code = copyCode.loaded()
    if (code !== undefined) return code(session, copying)
    try {
      const copy = await copyCode.load()
      await copy(session, copying)
    } catch (error) {
      if (!(error instanceof CodeNotLoaded)) throw error
      session.toasts.show(error.message, { mark: 'failed' })
    }
  }
}
