import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/acts.ts'
import { useSession } from '#web/ui/session.ts'
import { isBlocked, offlineVerdict, staleWords } from '#web/list/online.ts'
import { CodeNotLoaded, lazyCode, type LazyCode } from '#web/ui/lazy.tsx'
import type { ResourceWrites } from '#web/writes/shown-resource.ts'
import type { Answer, Desk } from '#web/writes/write.ts'
import type { Act } from './act.ts'

type InputOf<Any> = Any extends { run: (saving: never, seen: never, input: infer Input, knows: never) => unknown }
  ? Input
  : never

const performCode = lazyCode(async () => (await import('./perform.ts')).perform)

/** Where the writes of this session to a resource are made. */
export function useDesk<Row extends Dated, Change extends object>(
  resource: ResourceWrites<Row, Change>,
): Desk<Row, Change> {
  const session = useSession()
  const client = useQueryClient()
  return useMemo(() => ({ session, client, resource }), [session, client, resource])
}

/** Does acts of a table, unless nothing can be changed now. Their code is loaded when it is first needed. */
export function useActs<
  Row extends Dated,
  Change extends object,
  Table extends { [Name in keyof Table]: Act<Row, Change, never> },
>(resource: ResourceWrites<Row, Change>, table: LazyCode<Table>) {
  const desk = useDesk(resource)
  return useMemo(
    () =>
      async <Name extends keyof Table>(name: Name, seen: Seen<Row>, input: InputOf<Table[Name]>): Answer<Row> => {
        // Within the click: a list that was not to be changed then may be complete once the code is there.
        const isInForm = typeof input === 'object' && input !== null && 'isOpened' in input
        if (isBlocked(desk.session, isInForm ? undefined : staleness(desk))) return offlineVerdict
        try {
          const [perform, acts] = await Promise.all([performCode.load(), table.load()])
          // The compiler can't follow that this name's act takes this name's input.
          const act = acts[name] as unknown as Act<Row, Change, object>
          return await perform(desk, act, seen, input as object)
        } catch (error) {
          if (!(error instanceof CodeNotLoaded)) throw error
          desk.session.toasts.show(error.message, { mark: 'failed' })
          return undefined
        }
      },
    [desk, table],
  )
}

/** Why nothing can be changed in a list now; undefined: it can. */
function staleness({
  client,
  resource,
}: Pick<Desk<never, never>, 'client'> & { resource: { name: string } }): string | undefined {
  const state = client.getQueryState<RowStore<Dated>>([resource.name])
  if (state === undefined) return undefined
  return state.error !== null ? staleWords.failed : state.data?.isWhole === false ? staleWords.loading : undefined
}
