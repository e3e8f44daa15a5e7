import type { Page } from '@playwright/test'

/** Called for each event of a thread during a DevTools protocol call. */
export type OnEvent = (method: string, params: Record<string, string>) => void

/** Makes a DevTools protocol call to one thread. */
export type Send = (method: string, params?: object, onEvent?: OnEvent) => Promise<unknown>

interface ProtocolMessage {
  id?: number
  method?: string
  params?: Record<string, string>
  result?: unknown
  error?: { message: string }
}

/** Gives `look` the threads of a page: the page's own first, then those of its workers. */
export async function withWorkers<T>(page: Page, look: (threads: readonly Send[]) => Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page)
  const own: Send = async (method, params, onEvent) => {
    // Playwright has a type for each method; this needs one for all.
    const { send, on, off } = session as unknown as {
      send: Send
      on: (method: string, listener: (params: Record<string, string>) => void) => void
      off: typeof on
    }
    const chunk = 'HeapProfiler.addHeapSnapshotChunk'
    const listener = (params: Record<string, string>) => onEvent?.(chunk, params)
    on.call(session, chunk, listener)
    try {
      return await send.call(session, method, params)
    } finally {
      off.call(session, chunk, listener)
    }
  }
  const workers: string[] = []
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type === 'worker') workers.push(sessionId)
  })
  const listeners = new Map<string, (message: ProtocolMessage) => void>()
  session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) =>
    listeners.get(sessionId)?.(JSON.parse(message) as ProtocolMessage),
  )
  // Not flat: a session of Playwright receives only its own messages.
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  let last = 0
  const sendTo =
    (sessionId: string): Send =>
    (method, params, onEvent) =>
      new Promise((resolve, reject) => {
        const id = (last += 1)
        listeners.set(sessionId, (answer) => {
          if (answer.method !== undefined) onEvent?.(answer.method, answer.params ?? {})
          if (answer.id !== id) return
          if (answer.error === undefined) resolve(answer.result)
          else reject(new Error(`${method}: ${answer.error.message}`))
        })
        const message = JSON.stringify({ id, method, params })
        session.send('Target.sendMessageToTarget', { sessionId, message }).catch(reject)
      })
  try {
    return await look([own, ...workers.map(sendTo)])
  } finally {
    await session.detach()
  }
}
