import * as z from 'zod/mini'

/**
 * `signed-out`: every window forgets what it holds. `input`: the console server has heard of input. `who-is-busy`: whoever has a job under way answers `busy`. Any page of this
 * origin can send these: see `SignInBackend.isOver`.
 */
const Message = z.object({
  event: z.literal(['signed-out', 'input', 'who-is-busy', 'busy']),
  secret: z.optional(z.string()),
})
type Message = z.infer<typeof Message>

/** The other windows and tabs of this console in this browser. No message carries a credential or a name. */
export interface Windows {
  /** `secret`: see `SignInBackend.isOver`; only without a console server. */
  tell(event: Message['event'], secret?: string): void
  /** Returns a function that stops listening. */
  listen(listener: (event: Message['event'], secret: string | undefined) => void): () => void
  /** Whether a job is under way in another window, which signing out would stop. Waits a moment for an answer. */
  isAnyBusy(): Promise<boolean>
}

/** How long other windows have to answer, in milliseconds. */
const patience = 200

/** `address` is the page's own, so that two consoles under one origin stay apart. */
export function openWindows(address: string): Windows {
  const channel = new BroadcastChannel(`query-admin ${address}`)
  const windows: Windows = {
    tell: (event, secret) => channel.postMessage({ event, ...(secret !== undefined && { secret }) } satisfies Message),
    isAnyBusy: () =>
      new Promise((resolve) => {
        const answer = (isBusy: boolean) => {
          clearTimeout(timer)
          stopListening()
          resolve(isBusy)
        }
        const timer = setTimeout(() => answer(false), patience)
        const stopListening = windows.listen((event) => event === 'busy' && answer(true))
        windows.tell('who-is-busy')
      }),
    listen(listener) {
      const onMessage = ({ data }: MessageEvent) => {
        const message = Message.safeParse(data).data
        if (message !== undefined) listener(message.event, message.secret)
      }
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
  }
  return windows
}
