import { connectToConsole } from '#api/client/client.ts'
import { getProblem, ServiceError } from '#api/problem.ts'
import type { ApiClient } from '#api/api-client.ts'
import type { Fetch } from '#api/client/request.ts'
import { createStore, type Store } from '#web/ui/store.ts'
import type { SignOutReason } from './session-timer.ts'

/**
 * Whether a session lasts. `isChecking`: the service refused an act, and one read finds out what that means. If that read
 * gets no answer that tells, the session stays open.
 */
export type SessionState =
  | { status: 'active'; isVerifying: boolean }
  /** `at`: milliseconds since 1970 by the page's clock. */
  | { status: 'ended'; by: SignOutReason; at: number }

interface World {
  fetch: Fetch
  now: () => number
  /** The page's own address. */
  origin: string
  /** The page's half of the session. */
  proof: string
  /** What an answer of the console server itself says about the session; undefined: nothing. */
  endedBy: (answer: Response) => SignOutReason | undefined
}

/** A session, and the only way of the page to the service in it. */
export interface MonitoredSession {
  state: Pick<Store<SessionState>, 'get' | 'subscribe'>
  service: ApiClient
  fetch: Fetch
  /** The session is over. The first reason counts, unless another window signs out. */
  end: (by: SignOutReason) => void
  /** Work that takes long, and reports a refusal of the credential in its own way: it is checked too. */
  checking: <Options, Result>(work: (options: Options) => Promise<Result>) => (options: Options) => Promise<Result>
  /** Ends it for this page, whatever becomes of it: late answers mean nothing. */
  leave: () => void
}

/** Watches every call of a session. A refusal (401 or 403) may be of one act: only a read shows that it is over. */
export function monitorSession({ fetch, now, origin, proof, endedBy }: World): MonitoredSession {
  const { get, set, subscribe } = createStore<SessionState>({ status: 'active', isVerifying: false })
  let isLeft = false
  const end = (by: SignOutReason) => {
    if (!isLeft && (get().status !== 'ended' || by.by === 'elsewhere')) set({ status: 'ended', by, at: now() })
  }
  /** A function like `ask` that ends the session if an answer says so. `evenIfOver`: sent whatever the state is. */
  const watched =
    (ask: Fetch, evenIfOver = false): Fetch =>
    async (...args) => {
      // What was refused is being found out: nothing is sent until then.
      if (!evenIfOver && underWay !== undefined) await underWay
      if (!evenIfOver && get().status === 'ended') throw new ServiceError({ kind: 'no-session', sent: 'not-sent' })
      const answer = await ask(...args)
      const by = endedBy(answer)
      if (by !== undefined) end(by)
      else if (!evenIfOver && (answer.status === 401 || answer.status === 403)) void check()
      return answer
    }
  const connectedBy = (fetch: Fetch) => connectToConsole({ fetch, origin, hosted: { proof } })
  const reads = connectedBy(watched(fetch, true))

  const look = async () => {
    if (isLeft || get().status === 'ended') return
    set({ status: 'active', isVerifying: true })
    try {
      await readOneRow(reads)
    } catch (error) {
      const problem = getProblem(error)
      if (problem === undefined) throw error
      if (problem.kind === 'signed-out') end({ by: 'service', status: problem.status })
    } finally {
      if (get().status === 'active') set({ status: 'active', isVerifying: false })
    }
  }
  let underWay: Promise<void> | undefined
  const check = () => (underWay ??= look().finally(() => (underWay = undefined)))

  const open = watched(fetch)
  return {
    state: { get, subscribe },
    service: connectedBy(open),
    fetch: open,
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
async function readOneRow({ tokens, users }: ApiClient): Promise<void> {
  const nobody: ReadonlySet<string> = new Set()
  try {
    await tokens.read(nobody)
  } catch (error) {
    if (getProblem(error)?.kind !== 'switched-off') throw error
    await users.read(nobody)
  }
}
