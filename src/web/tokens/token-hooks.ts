import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { valueShown } from '#contract/learned-value.ts'
import type { Seen } from '#contract/saving/save.ts'
import type { NewToken, TokenChange, Token } from '#contract/token.ts'
import type { PendingRecreation } from '#contract/saving/verdict.ts'
import { useConsole } from '#web/app/console.tsx'
import { tokenList, userList } from '#web/list/lists.ts'
import { askedAgain } from '#web/writes/stopped-act.ts'
import { lazyCode, CodeNotLoaded } from '#web/ui/lazy.tsx'
import type { ResourceWrites } from '#web/writes/shown-resource.ts'
import { atOnce, useLook, useWrite, type Answer } from '#web/writes/use-write.ts'
import type { Copying } from '#web/tokens/value/copy-value.ts'
import type { ValueOnce } from '#web/tokens/value/value-once.ts'

// Everything that the tokens page asks of the service. Each write resolves to its verdict, which by then stands on the page.

/** Tokens, as they are written. */
export const tokenWrites: ResourceWrites<Token, TokenChange> = {
  name: 'tokens',
  notesIn: (notes) => notes.tokens,
  shown: lazyCode(async () => (await import('./token-shown.ts')).tokenShown),
}

/** The list of tokens. */
export function useTokens() {
  return useQuery(tokenList(useConsole().service))
}

/** The users, read where no token shows the unit that the service counts in. */
export function useUsersForUnit(enabled: boolean) {
  useQuery({ ...userList(useConsole().service), enabled })
}

/** How a token is saved. */
export interface SaveOptions {
  overwrite?: boolean
  repair?: boolean
  /** It puts back what a write before it had changed. */
  undoes?: true | undefined
}

/** One PUT of the whole record with this change in it. */
export function useSaveToken() {
  const write = useWrite(tokenWrites)
  const learning = useLearning()
  return (seen: Seen<Token>, change: TokenChange, { undoes, ...options }: SaveOptions = {}) =>
    learning(
      write({
        act: 'save',
        name: seen.row.name,
        change,
        undoes,
        send: ({ tokens }) => tokens.save(seen, change, options),
      }),
    )
}

/** What ends a save of this before a question, told as its verdict; `free`: nothing. */
export function useLookAtToken() {
  const look = useLook(tokenWrites)
  return (seen: Seen<Token>, change: TokenChange, options: Pick<SaveOptions, 'overwrite'>) =>
    look({ name: seen.row.name, change, send: ({ tokens }) => tokens.look(seen, change, options) })
}

/** One POST. */
export function useCreateToken() {
  const write = useWrite(tokenWrites)
  return (token: NewToken) => {
    const { name, ...change } = token
    return write({ act: 'create', name, change, send: ({ tokens }) => tokens.create(token) })
  }
}

/** One DELETE of the row that was seen. `unchecked`: the admin knows that this cannot be told. */
export function useDeleteToken() {
  const write = useWrite(tokenWrites)
  return (seen: Seen<Token>, options?: { unchecked?: boolean }) =>
    write({
      act: 'remove',
      name: seen.row.name,
      change: {},
      send: ({ tokens }) => tokens.remove(seen, options),
      asksAgain: askedAgain.delete,
    })
}

/** Sends the record again until its value agrees with it. */
export function useRepairToken() {
  const write = useWrite(tokenWrites)
  const learning = useLearning()
  return (seen: Seen<Token>) =>
    learning(write({ act: 'save', name: seen.row.name, change: {}, send: ({ tokens }) => tokens.repair(seen) }))
}

/** Deletes the token and creates it again under its name, with this change in it. */
export function useReplaceToken() {
  const write = useWrite(tokenWrites)
  return (seen: Seen<Token>, change: TokenChange = {}) =>
    write({
      act: 'save',
      name: seen.row.name,
      change,
      send: ({ tokens }) => tokens.replace(seen, change),
      asksAgain: askedAgain.replace,
    })
}

/** Creates again what a replacement deleted and could not create. */
export function useRecreateToken() {
  const write = useWrite(tokenWrites)
  return (missing: PendingRecreation) =>
    write({ act: 'create', name: missing.name, change: {}, send: ({ tokens }) => tokens.createAgain(missing) })
}

const valueKey = ['tokens', 'value'] as const

/** The value of a token: one GET, unless it is at hand. Held for as long as the component that asks is mounted. */
export function useTokenValue(name: string, once: ValueOnce) {
  const { service } = useConsole()
  const mutations = useQueryClient().getMutationCache()
  // At once, and not in a task of its own: a page that is left may be frozen before that.
  useLayoutEffect(
    () => () => {
      for (const one of mutations.findAll({ mutationKey: valueKey })) mutations.remove(one)
    },
    [mutations],
  )
  return useMutation({
    ...atOnce,
    mutationKey: valueKey,
    mutationFn: () => once.take((signal) => service.tokens.value(name, { signal })),
  })
}

const copyCode = lazyCode(async () => (await import('#web/tokens/value/copy-value.ts')).copyValue)

/**
 * Copies a value without showing it: one GET. No mutation, since the clipboard is open only inside the click, and a
 * mutation begins after it.
 */
export function useCopyTokenValue() {
  const console = useConsole()
  return async (copying: Copying): Promise<void> => {
    const code = copyCode.loaded()
    if (code !== undefined) return code(console, copying)
    try {
      const copy = await copyCode.load()
      await copy(console, copying)
    } catch (error) {
      if (!(error instanceof CodeNotLoaded)) throw error
      console.toasts.show(error.message, { mark: 'failed' })
    }
  }
}

/** What a save showed of the service is known from then on, after a reload too. */
function useLearning() {
  const { learned, unit } = useConsole()
  return async (answer: Answer<Token>): Answer<Token> => {
    const verdict = await answer
    const shown = verdict && valueShown(verdict, unit.get().unit)
    if (shown !== undefined) learned.sawValue(shown)
    return verdict
  }
}
