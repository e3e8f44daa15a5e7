import type { HostSession } from '#contract/console-host.ts'
import { createStore, type Store } from '#web/ui/store.ts'

/** What ended a session: the service refused it, or a limit of the console server passed (`after`, in milliseconds). */
export type SignedOutBy =
  | { by: 'service'; status: number }
  | { by: 'idle' | 'limit'; after: number }
  /** The console server does not know the session: another window ended it, or that server or its store restarted. */
  | { by: 'host' }
  /** Another tab signed out. `left`: how long the session lasts at most at the console server, which was not reached. */
  | { by: 'elsewhere'; left?: number | undefined }
  /** The session cookie belongs to another sign-in. */
  | { by: 'replaced' }

/** Which limit is near, and when it ends the session, in milliseconds since 1970 by the page's clock. */
export interface Ending {
  by: 'idle' | 'limit'
  at: number
}

/** Watches the limits of a session on the console server. Input extends it; reading lists does not. */
export interface SessionTimer {
  /** Set one minute before the idle limit, and five minutes before the absolute limit. */
  ending: Pick<Store<Ending | undefined>, 'get' | 'subscribe'>
  /** Reports input. The console server hears of it at intervals, not of every key. */
  input: () => void
  /** Reports input at once. */
  stay: () => void
  /** Reads the limits again. */
  refresh: () => void
  /** Checks the clock, because timers do not run while a computer sleeps, and a warning: another window may have had input. */
  wake: () => void
  /** Why the console server does not know the session any more, by the clock. */
  why: () => SignedOutBy
  stop: () => void
}

/** The session is gone; `other`: the cookie belongs to another sign-in. */
export type NoSession = 'none' | 'other' | 'unknown'

interface World {
  from: HostSession
  now: () => number
  /** PUT extends the session, GET only reads it. @throws when there is no answer. */
  ask: (method: 'GET' | 'PUT') => Promise<HostSession | NoSession>
  onSignedOut: (by: SignedOutBy) => void
}

/** How long before each limit the admin is warned, in milliseconds. */
const warnings = { idle: 60_000, limit: 5 * 60_000 }

const byHost: SignedOutBy = { by: 'host' }

/** The longest delay of a timer, in milliseconds. A longer one fires at once. */
const longest = 2 ** 31 - 1

/** Starts watching at once. */
export function createSessionTimer({ from, now, ask, onSignedOut }: World): SessionTimer {
  const { get, set, subscribe } = createStore<Ending | undefined>(undefined)
  let idleAt = 0
  let limitAt = 0
  let session = from
  let reportedAt = now()
  let waiting: ReturnType<typeof setTimeout> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  /** The shortest time between two reports of input, in milliseconds. */
  const pause = () => Math.min(30_000, session.idle.limit / 10)

  const over = (by: SignedOutBy) => {
    if (isOver) return
    stop()
    onSignedOut(by)
  }
  const stop = () => {
    isOver = true
    clearTimeout(timer)
    clearTimeout(waiting)
    set(undefined)
  }
  const take = (next: HostSession) => {
    session = next
    idleAt = now() + next.idle.left
    limitAt = now() + next.absolute.left
    check()
  }
  const update = async (method: 'GET' | 'PUT') => {
    try {
      const next = await ask(method)
      if (isOver) return
      if (next === 'other') over({ by: 'replaced' })
      else if (typeof next !== 'object') over(why())
      else take(next)
    } catch {
      // No answer: the known limits still hold.
      if (now() >= Math.min(idleAt, limitAt)) over(now() >= limitAt ? limit() : idle())
      else check()
    }
  }
  const idle = (): SignedOutBy => ({ by: 'idle', after: session.idle.limit })
  const limit = (): SignedOutBy => ({ by: 'limit', after: session.absolute.limit })
  const why = () => (now() >= limitAt ? limit() : now() >= idleAt - warnings.idle ? idle() : byHost)

  /** Sets `ending`, and sleeps until the next limit. The console server is asked before the idle limit is announced. */
  const check = () => {
    if (isOver) return
    clearTimeout(timer)
    const at = now()
    const warnIdle = idleAt - Math.min(warnings.idle, session.idle.limit / 2)
    const warnLimit = limitAt - Math.min(warnings.limit, session.absolute.limit / 2)
    const nearLimit = at >= warnLimit && (limitAt <= idleAt || at < warnIdle)
    const by = nearLimit ? 'limit' : at >= warnIdle ? 'idle' : undefined
    const ending = get()
    const ends = by === 'limit' ? limitAt : idleAt
    if (by === undefined) {
      if (ending !== undefined) set(undefined)
    } else if (ending?.by !== by || Math.abs(ending.at - ends) > 1000) set({ by, at: ends })
    const next = [warnIdle, warnLimit, idleAt, limitAt].filter((moment) => moment > at)
    timer = setTimeout(() => void update('GET'), Math.min(longest, Math.max(0, Math.min(...next) - at) + 50))
  }

  const report = () => {
    clearTimeout(waiting)
    waiting = undefined
    reportedAt = now()
    void update('PUT')
  }
  take(from)
  return {
    ending: { get, subscribe },
    why,
    stop,
    stay: report,
    input() {
      if (isOver || waiting !== undefined) return
      const due = reportedAt + pause() - now()
      if (due <= 0) report()
      else waiting = setTimeout(report, due)
    },
    refresh: () => void update('GET'),
    wake() {
      if (!isOver && (get() !== undefined || now() >= Math.min(idleAt, limitAt))) void update('GET')
    },
  }
}
