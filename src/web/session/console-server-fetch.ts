import { protocolHeader } from '#api/console-server.ts'
import { ServiceError, type Problem } from '#api/problem.ts'
import type { Fetch } from '#api/client/request.ts'
import { createStore, type Store } from '#web/ui/store.ts'
import { mayNeedProxySignIn } from './problem-message.ts'

/** What a server in front of the console server answered in its place. */
export type ProxyProblem = Extract<Problem, { kind: 'in-front' }>

/** Statuses of a request that is passed on to nobody. Others may stand in place of what came of it. */
const unforwardedStatuses = [401, 403, 407, 413, 421, 429, 431]

/**
 * A `fetch` that takes answers of the console server alone, which have its header. Any other is thrown as `in-front`: it
 * says nothing about the session or the service. `inFront` has the last one until the console server answers again.
 * `onSignInAsked`: one of them may ask for a sign-in of its own.
 */
export function createConsoleServerFetch(fetch: Fetch, onSignInAsked?: () => void) {
  const { get, set, subscribe } = createStore<ProxyProblem | undefined>(undefined)
  const inFront: Pick<Store<ProxyProblem | undefined>, 'get' | 'subscribe'> = { get, subscribe }
  const consoleServerFetch: Fetch = async (url, init) => {
    const response = await fetch(url, { ...init, redirect: 'manual' })
    const { status } = response
    if (response.headers.has(protocolHeader)) {
      if (get() !== undefined) set(undefined)
      return response
    }
    response.body?.cancel().catch(() => undefined)
    const problem: ProxyProblem = {
      kind: 'in-front',
      status,
      sent: unforwardedStatuses.includes(status) ? 'not-sent' : 'unknown',
    }
    if (mayNeedProxySignIn(status)) onSignInAsked?.()
    if (get()?.status !== status) set(problem)
    throw new ServiceError(problem)
  }
  return { fetch: consoleServerFetch, inFront }
}
