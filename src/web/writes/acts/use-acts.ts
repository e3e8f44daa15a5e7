import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/acts.ts'
import { useSession } from '#web/ui/session.ts'
import { ListFailure } from '#web/resource/lists.ts'
import { isBlocked, loadingWords, offlineVerdict, staleWords } from '#web/resource/online.ts'
import { CodeNotLoaded, lazyCode } from '#web/ui/lazy.tsx'
import type { Desk, ResourceWrites, ShownResource } from '#web/writes/shown-resource.ts'
import type { Answer, Write } from '#web/writes/write.ts'
import type { Act, ActInput } from './act.ts'

const performCode = lazyCode(() => import('./perform.ts'))
const sendCode = lazyCode(() => import('#web/writes/send.ts'))

/** The writes of a resource. `load`: loads their code. */
export const resourceWrites = <Row extends Dated, Change extends object, Acts>(
  name: ResourceName,
  load: () => Promise<{ acts: Acts; shown: ShownResource<Row, Change> }>,
): ResourceWrites<Row, Change, Acts> => ({ name, code: lazyCode(load) })

/** Runs what writes to a resource, unless nothing can be changed now. Its code is loaded when it is first needed. */
function useCode<Row extends Dated, Change extends object, Acts>({ code }: ResourceWrites<Row, Change, Acts>) {
  const session = useSession()
  const client = useQueryClient()
  return useMemo(
    () =>
      async (act: (desk: Desk<Row, Change>, acts: Acts) => Answer<Row>, reason?: string): Answer<Row> => {
        // Within the click: a list that was not to be changed then may be complete once the code is there.
        if (isBlocked(session, reason)) return offlineVerdict
        try {
          const { acts, shown } = await code.load()
          return await act({ session, client, shown }, acts)
        } catch (error) {
          if (!(error instanceof CodeNotLoaded)) throw error
          session.toasts.show(error.message, { mark: 'failed' })
          return undefined
        }
      },
    [session, client, code],
  )
}

/** Does acts of a table. */
export function useActs<Row extends Dated, Change extends object, Input extends ActInput<Change>, Name extends string>(
  resource: ResourceWrites<Row, Change, Readonly<Record<Name, Act<Row, Change, Input>>>>,
) {
  const client = useQueryClient()
  const run = useCode(resource)
  return useMemo(
    () => (name: Name, seen: Seen<Row>, input: Partial<Input>) =>
      run(
        async (desk, acts) => (await performCode.load()).perform(desk, acts[name], seen, input),
        input.isOpened === true ? undefined : staleness(client, resource.name),
      ),
    [client, run, resource],
  )
}

/** Makes writes that are no act on a row: creations. */
export function useSend<Row extends Dated, Change extends object>(resource: ResourceWrites<Row, Change>) {
  const run = useCode(resource)
  return (write: Write<Row, Change>) => run(async (desk) => (await sendCode.load()).send(desk, write))
}

/** Why nothing can be changed in a list now; undefined: it can. */
function staleness(client: QueryClient, name: ResourceName): string | undefined {
  const state = client.getQueryState<RowStore<Dated>>([name])
  if (state === undefined) return undefined
  if (state.error !== null) return staleWords(state.error instanceof ListFailure ? state.error.problem : undefined)
  return state.data?.isWhole === false ? loadingWords : undefined
}
