import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { valueShown } from '#contract/learned-value.ts'
import type { Seen } from '#contract/saving/save.ts'
import type { NewToken, TokenChange, TokenDraft, Token } from '#contract/token.ts'
import { useConsole } from '#web/app/console.tsx'
import { tokenList, userList } from '#web/list/lists.ts'
import { dialogVerdicts } from '#web/writes/asked-act.ts'
import { lazyCode, CodeNotLoaded } from '#web/ui/lazy.tsx'
import type { ResourceWrites } from '#web/writes/shown-resource.ts'
import type { SaveOptions } from '#web/writes/use-row-work.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { mutationOptions, usePrecheck, useWrite } from '#web/writes/use-write.ts'
import type { Copying } from '#web/tokens/value/copy-value.ts'
import type { ValueOnce } from '#web/tokens/value/value-once.ts'

// All requests of the tokens page. Each write resolves to its verdict after the page has shown it.

export const tokenWrites: ResourceWrites<Token, TokenChange> = {
  name: 'tokens',
  shown: lazyCode(async () => (await import('./token-shown.ts')).tokenShown),
}

/** The list of tokens. */
export function useTokens() {
  return useQuery(tokenList(useConsole().service))
}

/** Reads the users too when no token shows in which unit the service counts time. */
export function useUsersForUnit(enabled: boolean) {
  useQuery({ ...userList(useConsole().service), enabled })
}

interface SaveTokenOptions extends Pick<SaveOptions, 'isOpened' | 'overwrite' | 'undoes'> {
  repair?: boolean
}

/** Sends one PUT of the whole record with the change. */
export function useSaveToken() {
  const write = useWrite(tokenWrites)
  const learning = useLearning()
  return (seen: Seen<Token>, change: TokenChange, { isOpened, undoes, ...options }: SaveTokenOptions = {}) =>
    write({
      act: 'save',
      name: seen.row.name,
      change,
      undoes,
      isOpened,
      send: ({ tokens }) => learning(tokens.save(seen, change, options)),
    })
}

/** Checks, before a dialog asks, whether an act would send nothing: then its verdict, else `free`. */
export function usePrecheckToken() {
  const precheck = usePrecheck(tokenWrites)
  return {
    save: (seen: Seen<Token>, change: TokenChange, options: Pick<SaveOptions, 'isOpened' | 'overwrite'>) =>
      precheck({
        act: 'save',
        name: seen.row.name,
        change,
        isOpened: options.isOpened,
        send: ({ tokens }) => tokens.look(seen, change, options),
      }),
    removal: (seen: Seen<Token>, act: keyof typeof dialogVerdicts) =>
      precheck({
        act: act === 'delete' ? 'remove' : 'save',
        name: seen.row.name,
        change: {},
        send: ({ tokens }) => tokens.lookToRemove(seen),
        dialogVerdicts: dialogVerdicts[act],
      }),
    repair: (seen: Seen<Token>) =>
      precheck({
        act: 'save',
        name: seen.row.name,
        change: {},
        send: ({ tokens }) => tokens.lookToRepair(seen),
        dialogVerdicts: ['conflict'],
      }),
  }
}

/** Sends one POST. */
export function useCreateToken() {
  const write = useWrite(tokenWrites)
  return (token: NewToken) => {
    const { name, ...change } = token
    return write({ act: 'create', name, change, send: ({ tokens }) => tokens.create(token) })
  }
}

/** Sends one DELETE if the row is still the one that the admin saw. `unchecked`: without this check. */
export function useDeleteToken() {
  const write = useWrite(tokenWrites)
  return (seen: Seen<Token>, options?: { unchecked?: boolean }) =>
    write({
      act: 'remove',
      name: seen.row.name,
      change: {},
      send: ({ tokens }) => tokens.remove(seen, options),
      dialogVerdicts: dialogVerdicts.delete,
    })
}

/** Saves the token again until its value agrees with its row. */
export function useRepairToken() {
  const write = useWrite(tokenWrites)
  const learning = useLearning()
  return (seen: Seen<Token>) =>
    write({ act: 'save', name: seen.row.name, change: {}, send: ({ tokens }) => learning(tokens.repair(seen)) })
}

/** Deletes the token and creates it again under the same name, with the change. */
export function useReplaceToken() {
  const write = useWrite(tokenWrites)
  return (seen: Seen<Token>, change: TokenChange = {}) =>
    write({
      act: 'save',
      name: seen.row.name,
      change,
      send: ({ tokens }) => tokens.replace(seen, change),
      dialogVerdicts: dialogVerdicts.replace,
    })
}

/** Creates a token that a replacement has deleted but not created again. */
export function useRecreateToken() {
  const write = useWrite(tokenWrites)
  return (missing: TokenDraft) =>
    write({ act: 'create', name: missing.name, change: {}, send: ({ tokens }) => tokens.createAgain(missing) })
}

const valueKey = ['tokens', 'value'] as const

const valueCode = lazyCode(async () => (await import('#web/tokens/value/read-value.ts')).readValue)

/**
 * The value of a token: one GET, unless the value is at hand. It is kept only while the calling component is mounted.
 */
export function useTokenValue(name: string, once: ValueOnce) {
  const { service } = useConsole()
  const mutations = useQueryClient().getMutationCache()
  // Synchronously: when the page is left, the browser may freeze it before a later task.
  useLayoutEffect(
    () => () => {
      for (const one of mutations.findAll({ mutationKey: valueKey })) mutations.remove(one)
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

/** Stores what a save revealed about the service, also for after a reload. Its own outcome is told with that. */
function useLearning() {
  const { learned, unit } = useConsole()
  return async (answer: Promise<Verdict<Token>>): Promise<Verdict<Token>> => {
    const verdict = await answer
    const shown = valueShown(verdict, unit.get().unit)
    if (shown !== undefined) learned.sawValue(shown)
    return verdict
  }
}
