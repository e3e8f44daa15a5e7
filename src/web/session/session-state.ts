import { connectToConsole } from '#api/client/client.ts'
import { getProblem, ServiceError } from '#api/problem.ts'
import type { ApiClient } from '#api/api-client.ts'
import type { Fetch } from '#api/client/request.ts'
import { createStore, type Store } from '#web/ui/store.ts'
import type { SignOutReason } from './session-timer.ts'

/**
 * Whether a session lasts. `isVerifying`: the service refused a call, and one read finds out what that means. If that
 * read gets no answer that tells, the session stays open.
 */
export type SessionState =
  | { status: 'active'; isVerifying: boolean }
  /** `timestamp`: milliseconds since 1970 by the page's clock. */
  | { status: 'ended'; by: SignOutReason; timestamp: number }

interface MonitorDependencies {
  fetch: Fetch
  now: () => number
  /** The page's own address. */
  origin: string
  /** The page's half of the session. */
  proof: string
  /** What an answer of the console server itself says about the session; undefined: nothing. */
  endReasonOf: (answer: Response) => SignOutReason | undefined
}

/** A session, and the only way of the page to the service in it. */
export interface MonitoredSession {
  state: Pick<Store<SessionState>, 'get' | 'subscribe'>
  service: ApiClient
  fetch: Fetch
  /** The session is over. The first reason counts, unless another window signs out. */
  end: (reason: SignOutReason) => void
  /** Work that takes long, and reports a refusal of the credential in its own way: it is checked too. */
  checking: <Options, Result>(work: (options: Options) => Promise<Result>) => (options: Options) => Promise<Result>
  /** Ends it for this page, whatever becomes of it: late answers mean nothing. */
  leave: () => void
}

/** Watches every call of a session. A refusal (401 or 403) may be of one call: only a read shows that it is over. */
export function monitorSession({ fetch, now, origin, proof, endReasonOf }: MonitorDependencies): MonitoredSession {
  const { get, set, subscribe } = createStore<SessionState>({ status: 'active', isVerifying: false })
  let isLeft = false
  const end = (reason: SignOutReason) => {
    if (!isLeft && (get().status !== 'ended' || reason.by === 'elsewhere'))
      set({ status: 'ended', by: reason, timestamp: now() })
  }
  /** A function like `send` that ends the session if an answer says so. `evenIfOver`: sent whatever the state is. */
  const monitor =
    (send: Fetch, evenIfOver = false): Fetch =>
    async (...args) => {
      // What was refused is being found out: nothing is sent until then.
      if (!evenIfOver && verification !== undefined) await verification
      if (!evenIfOver && get().status === 'ended') throw new ServiceError({ kind: 'no-session', sent: 'not-sent' })
      const answer = await send(...args)
      const reason = endReasonOf(answer)
      if (reason !== undefined) end(reason)
      else if (!evenIfOver && (answer.status === 401 || answer.status === 403)) void check()
      return answer
    }
  const createClient = (fetch: Fetch) => connectToConsole({ fetch, origin, consoleServer: { proof } })
  const verificationClient = createClient(monitor(fetch, true))

  const verify = async () => {
    if (isLeft || get().status === 'ended') return
    set({ status: 'active', isVerifying: true })
    try {
      await probe(verificationClient)
    } catch (error) {
      const problem = getProblem(error)
      if (problem === undefined) throw error
      if (problem.kind === 'signed-out') end({ by: 'service', status: problem.status })
    } finally {
      if (get().status === 'active') set({ status: 'active', isVerifying: false })
    }
  }
  let verification: Promise<void> | undefined
  const check = () => (verification ??= verify().finally(() => (verification = undefined)))

  const monitoredFetch = monitor(fetch)
  return {
    state: { get, subscribe },
    service: createClient(monitoredFetch),
    fetch: monitoredFetch,
    end,
    checking: (work) => async (options) => {
      try {
        return await work(options)
      } catch (error) {
        if (getProblem(error)?.kind === 'signed-out') void check()
        throw error
      }
    },
    leave() {
      end({ by: 'replaced' })
      isLeft = true
    },
  }
}

/** Reads the first row of a resource that is turned on. */
async function probe({ tokens, users }: ApiClient): Promise<void> {
  const noNames: ReadonlySet<string> = new Set()
  try {
    await tokens.read(noNames)
  } catch (error) {
    if (getProblem(error)?.kind !== 'switched-off') throw error
    await users.read(noNames)
  }
}
