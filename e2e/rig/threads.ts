import type { Page } from '@playwright/test'

/** What a thread tells while a call of the DevTools protocol goes on. */
export type Hear = (method: string, params: Record<string, string>) => void

/** One call of the DevTools protocol to one thread. */
export type Send = (method: string, params?: object, hear?: Hear) => Promise<unknown>

interface Told {
  id?: number
  method?: string
  params?: Record<string, string>
  result?: unknown
  error?: { message: string }
}

/** Looks at the threads of a page through the DevTools protocol: the page's own first, then those of its workers. */
export async function withWorkers<T>(page: Page, look: (threads: readonly Send[]) => Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page)
  const own: Send = async (method, params, hear) => {
    // Playwright types each method apart.
    const { send, on, off } = session as unknown as {
      send: Send
      on: (method: string, listener: (params: Record<string, string>) => void) => void
      off: typeof on
    }
    const chunk = 'HeapProfiler.addHeapSnapshotChunk'
    const listener = (params: Record<string, string>) => hear?.(chunk, params)
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
  const listeners = new Map<string, (told: Told) => void>()
  session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) =>
    listeners.get(sessionId)?.(JSON.parse(message) as Told),
  )
  // Not flat: a session of Playwright's hears only of itself.
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  let last = 0
  const sendTo =
    (sessionId: string): Send =>
    (method, params, hear) =>
      new Promise((resolve, reject) => {
        const id = (last += 1)
        listeners.set(sessionId, (told) => {
          if (told.method !== undefined) hear?.(told.method, told.params ?? {})
          if (told.id !== id) return
          if (told.error === undefined) resolve(told.result)
          else reject(new Error(`${method}: ${told.error.message}`))
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
