import * as z from 'zod/mini'
import type { ResourceName } from '#contract/problem.ts'

/** Which list is out of date; no name and no value of it. */
const Changed = z.object({ changed: z.literal(['tokens', 'users']) })
type Changed = z.infer<typeof Changed>

/** What this tab changes at a service, for the other tabs of this console in this browser, and theirs for this one. */
export interface Changes {
  tell(part: ResourceName): void
  /** Returns a function that stops listening. */
  listen(listener: (part: ResourceName) => void): () => void
}

/** `address` is the service's; signing out ends it. */
export function openChanges(address: string, ended: AbortSignal): Changes {
  const channel = new BroadcastChannel(`query-admin changes ${address}`)
  ended.addEventListener('abort', () => channel.close())
  return {
    tell(changed) {
      if (!ended.aborted) channel.postMessage({ changed } satisfies Changed)
    },
    listen(listener) {
      const onMessage = ({ data }: MessageEvent) => {
        const read = Changed.safeParse(data)
        if (read.success) listener(read.data.changed)
      }
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
  }
}
