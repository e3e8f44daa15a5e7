import { useMutation, useQuery } from '@tanstack/react-query'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import type { Token, TokenChange } from '#api/token.ts'
import { useActionMutation, type CreateRow, type DeleteRows, type UpdateRow } from '#web/jobs/app-context.tsx'
import { createRow, runAction } from '#web/jobs/run-action.ts'
import { tokensQuery, usersQuery } from '#web/resource/list-queries.ts'
import { secretMutation, type OneTimeRead } from '#web/secrets/reveal.ts'
import { useSession } from '#web/session/session.ts'

// Every request of the tokens page. A write runs as a job: it is confirmed where that is needed, the row is read and compared
// with what the admin saw, the whole record is sent, and the row is read back. What is pending is drawn from the jobs:
// `isPending` of a mutation is true while the admin is asked, too.

/** GET /_/token. `isNeeded`: it is read if nothing has read it yet. */
export function useTokens(isNeeded = true) {
  return useQuery({ ...tokensQuery(useSession().api), enabled: isNeeded })
}

/** GET /_/user, where no token shows in which unit the service counts time: the rows of users may. */
export function useUsersForTimeUnit(isUnknown: boolean) {
  useQuery({ ...usersQuery(useSession().api), enabled: isUnknown })
}

/** POST /_/token */
export function useCreateToken() {
  return useActionMutation(({ isInForm, ...row }: CreateRow<TokenChange>, app) =>
    createRow(app, 'tokens', row, { ...(isInForm && { isInForm }) }),
  )
}

/** PUT /_/token, the whole record with this change. */
export function useUpdateToken() {
  return useActionMutation(({ snapshot, ...options }: UpdateRow<Token, TokenChange>, app) =>
    runAction(app, 'tokens', 'update', [snapshot], options),
  )
}

/** DELETE /_/token, for each of them. */
export function useDeleteTokens() {
  return useActionMutation(({ snapshots, ...options }: DeleteRows<Token>, app) =>
    runAction(app, 'tokens', 'delete', snapshots, options),
  )
}

/** PUT /_/token, the record of each as it is, until its value agrees with its row: five times at most. */
export function useRepairTokens() {
  return useActionMutation((snapshots: readonly RowSnapshot<Token>[], app) =>
    runAction(app, 'tokens', 'repair', snapshots),
  )
}

/** DELETE /_/token, then POST /_/token with the same record: the new token has another value. */
export function useReplaceTokenValue() {
  return useActionMutation((snapshot: RowSnapshot<Token>, app) => runAction(app, 'tokens', 'replace', [snapshot]))
}

/**
 * GET /_/token/value?name=…, of the token whose *Reveal* was clicked: once. Nothing keeps the value beside the result of this
 * hook, which goes with its component. (*Copy* reads it without showing it: `secrets/copy-secrets.ts`.)
 */
export function useTokenValue(oneTimeRead: OneTimeRead) {
  return useMutation(secretMutation(oneTimeRead))
}

/**
 * Finds the token that a value belongs to. The console server compares: it reads GET /_/token and, if the admin agrees, values
 * one by one.
 */
export function useFindToken() {
  return useSession().findToken
}
