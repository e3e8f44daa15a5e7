import * as z from 'zod/mini'

/**
 * `signed-out`: every window forgets what it holds. `signed-in`: the windows of another person are out of date. `input`:
 * the console server has heard of input. Any page of this origin can send these: see `SignInBackend.isOver`.
 */
const Message = z.object({ event: z.literal(['signed-out', 'signed-in', 'input']), secret: z.optional(z.string()) })
type Message = z.infer<typeof Message>

/** The other windows and tabs of this console in this browser. No message carries a credential or a name. */
export interface Windows {
  /** `secret`: see `SignInBackend.isOver`; only without a console server. */
  tell(event: Message['event'], secret?: string): void
  /** Returns a function that stops listening. */
  listen(listener: (event: Message['event'], secret: string | undefined) => void): () => void
}

/** `address` is the page's own, so that two consoles under one origin stay apart. */
export function openWindows(address: string): Windows {
  const channel = new BroadcastChannel(`query-admin ${address}`)
  return {
    tell: (event, secret) => channel.postMessage({ event, ...(secret !== undefined && { secret }) } satisfies Message),
    listen(listener) {
      const onMessage = ({ data }: MessageEvent) => {
        const message = Message.safeParse(data).data
        if (message !== undefined) listener(message.event, message.secret)
      }
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
  }
}
