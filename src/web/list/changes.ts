import * as z from 'zod/mini'
import type { ResourceName } from '#contract/problem.ts'

/** Names the list that is out of date, but no row and no value. */
const Changed = z.object({ changed: z.literal(['tokens', 'users']) })
type Changed = z.infer<typeof Changed>

/** Tells the other tabs of this console in this browser what this tab changed, and this tab what they changed. */
export interface Changes {
  tell(name: ResourceName): void
  /** Returns a function that stops listening. */
  listen(listener: (name: ResourceName) => void): () => void
}

/** `address`: the service's. `ended`: signing out closes the channel. */
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

declare module '#web/ui/session.ts' {
  interface Session {
    changes: Changes
  }
}
