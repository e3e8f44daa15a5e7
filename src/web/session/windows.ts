import * as z from 'zod/mini'

/**
 * `signed-out`: somebody signed out, every window forgets what it holds. `signed-in`: a window of somebody else is out of
 * date. `input`: somebody is there, and the host knows. Anybody at this origin can say so: see `SignInBackend.isOver`.
 */
const Said = z.object({ said: z.literal(['signed-out', 'signed-in', 'input']), secret: z.optional(z.string()) })
type Said = z.infer<typeof Said>

/** The other windows and tabs of this console in this browser. They are told no credential and no name. */
export interface Windows {
  /** `secret` is that of a sign-in without a host. */
  tell(said: Said['said'], secret?: string): void
  /** Returns what ends the hearing. */
  hear(listener: (said: Said['said'], secret: string | undefined) => void): () => void
}

/** `address` is the page's own, so that two consoles below one origin do not hear each other. */
export function openWindows(address: string): Windows {
  const channel = new BroadcastChannel(`query-admin ${address}`)
  return {
    tell: (said, secret) => channel.postMessage({ said, ...(secret !== undefined && { secret }) } satisfies Said),
    hear(listener) {
      const heard = ({ data }: MessageEvent) => {
        const read = Said.safeParse(data)
        if (read.success) listener(read.data.said, read.data.secret)
      }
      channel.addEventListener('message', heard)
      return () => channel.removeEventListener('message', heard)
    },
  }
}
