import { mutationOptions, useMutation, useMutationState } from '@tanstack/react-query'
import type { Seen } from '#contract/saving.ts'
import type { NewToken, TokenSaving } from '#contract/token-saving.ts'
import type { TokenChange } from '#contract/token-writing.ts'
import type { Token } from '#contract/token.ts'
import type { Verdict } from '#contract/verdict.ts'
import { useConsole } from '#web/service/console.tsx'
import { unlessEnded, useSettle } from '#web/service/use-settle.ts'

interface SaveToken {
  seen: Seen<Token>
  change: TokenChange
  overwrite?: boolean
}

const saving = ['tokens', 'save'] as const

/** One verified update of a token. */
export const saveToken = (tokens: TokenSaving) =>
  mutationOptions({
    mutationKey: saving,
    networkMode: 'always', // the default parks a write while offline and fires it later
    mutationFn: ({ seen, change, overwrite = false }: SaveToken) => tokens.save(seen, change, { overwrite }),
  })

/** One verified creation. */
export const createToken = (tokens: TokenSaving) =>
  mutationOptions({
    mutationKey: ['tokens', 'create'],
    networkMode: 'always',
    mutationFn: (token: NewToken) => tokens.create(token),
  })

/** One verified deletion. */
export const removeToken = (tokens: TokenSaving) =>
  mutationOptions({
    mutationKey: ['tokens', 'remove'],
    networkMode: 'always',
    mutationFn: (name: string) => tokens.remove(name),
  })

/** What an admin can do to tokens. Each resolves to its verdict, which by then stands on the page. */
export interface TokenActs {
  save(seen: Seen<Token>, change: TokenChange, overwrite?: boolean): Promise<Verdict<Token> | undefined>
  create(token: NewToken): Promise<Verdict<Token> | undefined>
  remove(name: string): Promise<Verdict<Token> | undefined>
}

/** The acts; undefined comes back when signing out ended one. */
export function useTokenActs(): TokenActs {
  const { tokens, notes } = useConsole()
  const save = useMutation(saveToken(tokens))
  const create = useMutation(createToken(tokens))
  const remove = useMutation(removeToken(tokens))
  const settle = useSettle<Token, TokenChange>('tokens', notes.tokens, (token) => token.name)
  return {
    save: (seen, change, overwrite = false) => {
      const { name } = seen.row
      notes.tokens.dismiss(name)
      return unlessEnded(
        save.mutateAsync({ seen, change, overwrite }).then((verdict) => settle('save', name, verdict, change)),
      )
    },
    create: (token) =>
      unlessEnded(
        create.mutateAsync(token).then((verdict) => {
          const { name, ...change } = token
          // A creation that left no row has none to say it under: the form does.
          return verdict.is === 'as-asked' || verdict.is === 'differently'
            ? settle('create', name, verdict, change)
            : verdict
        }),
      ),
    remove: (name) => unlessEnded(remove.mutateAsync(name).then((verdict) => settle('remove', name, verdict, {}))),
  }
}

/** The changes that are under way, by name; of several in turn on one row, the last wish for each switch. */
export function usePendingChanges(): ReadonlyMap<string, TokenChange> {
  const pending = useMutationState({
    filters: { mutationKey: saving, status: 'pending' },
    select: (mutation) => mutation.state.variables as SaveToken,
  })
  const changes = new Map<string, TokenChange>()
  for (const { seen, change } of pending) changes.set(seen.row.name, { ...changes.get(seen.row.name), ...change })
  return changes
}
