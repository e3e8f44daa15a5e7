import { literal, object, type Shaped } from '#contract/shape.ts'

/**
 * `signed-out`: somebody signed out, every window forgets what it holds. `signed-in`: a window of somebody else is out of
 * date. `input`: somebody is there, and the host knows.
 */
const Said = object({ said: literal('signed-out', 'signed-in', 'input') })
type Said = Shaped<typeof Said>

/** The other windows and tabs of this console in this browser. They are told no secret and no name. */
export interface Windows {
  tell(said: Said['said']): void
  /** Returns what ends the hearing. */
  hear(listener: (said: Said['said']) => void): () => void
}

/** `address` is the page's own, so that two consoles below one origin do not hear each other. */
export function openWindows(address: string): Windows {
  const channel = new BroadcastChannel(`query-admin ${address}`)
  return {
    tell: (said) => channel.postMessage({ said } satisfies { said: Said['said'] }),
    hear(listener) {
      const heard = ({ data }: MessageEvent) => {
        const read = Said.safeParse(data)
        if (read.success) listener(read.data.said)
      }
      channel.addEventListener('message', heard)
      return () => channel.removeEventListener('message', heard)
    },
  }
}
