import type { QueryClient } from '@tanstack/react-query'
import type { Dated } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Session } from '#web/ui/session.ts'
import type { Act, ActInput } from '#web/writes/acts/act.ts'
import type { Desk, ResourceWrites } from '#web/writes/shown-resource.ts'

/** Where a run is shown: the session as it is now, which is another one after signing in again. */
export interface Page {
  session: Session
  client: QueryClient
}

/** Where the rows of a resource are written. */
export async function deskOf({ session, client }: Page, name: ResourceName): Promise<Desk<Dated, object>> {
  const { shown } = await session.resources[name].code.load()
  return { session, client, shown }
}

/** What can be done to the rows of a resource. */
export type Acts = Readonly<Record<string, Act<Dated, object, ActInput<object>>>>

declare module '#web/ui/session.ts' {
  interface Session {
    /** The writes of every resource. */
    resources: Readonly<Record<ResourceName, ResourceWrites<Dated, object, Acts>>>
  }
}
