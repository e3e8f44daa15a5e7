import type { HostSession } from '#contract/console-host.ts'
import { createStore, type Store } from '#web/ui/store.ts'

/** What ended a session: an answer of the service, or a limit of the host's (`after` in milliseconds). */
export type SignedOutBy =
  | { by: 'service'; status: number }
  | { by: 'idle' | 'limit'; after: number }
  /** The host knows no such session: it was ended in another window, or the host was started anew. */
  | { by: 'host' }
  /** The cookie is that of another sign-in. */
  | { by: 'replaced' }

/** What is about to end, and when, in the page's milliseconds since 1970. */
export interface Ending {
  by: 'idle' | 'limit'
  at: number
}

/** How long a session at the host still lasts. Input prolongs it; reading lists does not. */
export interface SessionTimer {
  /** Set a minute before the idle limit, and five minutes before the last one. */
  ending: Pick<Store<Ending | undefined>, 'get' | 'subscribe'>
  /** Somebody is there. The host is told, though not of every key. */
  input: () => void
  /** The same, told at once. */
  stay: () => void
  /** Another window of the same session told the host. */
  refresh: () => void
  /** Looks at the clock: a computer that slept has missed its timers. */
  wake: () => void
  stop: () => void
}

/** There is no session any more; `other`: the cookie is that of another sign-in. */
export type NoSession = 'none' | 'other'

interface World {
  from: HostSession
  now: () => number
  /** PUT prolongs, GET only looks. @throws where there is no answer. */
  ask: (method: 'GET' | 'PUT') => Promise<HostSession | NoSession>
  onSignedOut: (by: SignedOutBy) => void
}

/** When it is said that the session will end, in milliseconds before. */
const warnings = { idle: 60_000, limit: 5 * 60_000 }

const byHost: SignedOutBy = { by: 'host' }

/** A timer's longest time, in milliseconds: beyond it they fire at once. */
const longest = 2 ** 31 - 1

/** Begins to watch at once. */
export function createSessionTimer({ from, now, ask, onSignedOut }: World): SessionTimer {
  const { get, set, subscribe } = createStore<Ending | undefined>(undefined)
  let idleAt = 0
  let limitAt = 0
  let session = from
  let toldAt = now()
  let waiting: ReturnType<typeof setTimeout> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  /** How often the host hears of input. */
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
    look()
  }
  const asked = async (method: 'GET' | 'PUT') => {
    try {
      const next = await ask(method)
      if (isOver) return
      if (next === 'other') over({ by: 'replaced' })
      else if (next === 'none') over(now() >= limitAt ? limit() : now() >= idleAt - warnings.idle ? idle() : byHost)
      else take(next)
    } catch {
      // No answer: what was known still holds, and its end as well.
      if (now() >= Math.min(idleAt, limitAt)) over(now() >= limitAt ? limit() : idle())
      else look()
    }
  }
  const idle = (): SignedOutBy => ({ by: 'idle', after: session.idle.limit })
  const limit = (): SignedOutBy => ({ by: 'limit', after: session.absolute.limit })

  /** Says what is near, and sleeps until the next thing. The host is asked before anything is said of the idle limit. */
  const look = () => {
    if (isOver) return
    clearTimeout(timer)
    const at = now()
    const warnIdle = idleAt - Math.min(warnings.idle, session.idle.limit / 2)
    const warnLimit = limitAt - Math.min(warnings.limit, session.absolute.limit / 2)
    const nearLimit = at >= warnLimit && (limitAt <= idleAt || at < warnIdle)
    const by = nearLimit ? 'limit' : at >= warnIdle ? 'idle' : undefined
    const known = get()
    const ends = by === 'limit' ? limitAt : idleAt
    if (by === undefined) {
      if (known !== undefined) set(undefined)
    } else if (known?.by !== by || Math.abs(known.at - ends) > 1000) set({ by, at: ends })
    const next = [warnIdle, warnLimit, idleAt, limitAt].filter((moment) => moment > at)
    timer = setTimeout(() => void asked('GET'), Math.min(longest, Math.max(0, Math.min(...next) - at) + 50))
  }

  const tell = () => {
    clearTimeout(waiting)
    waiting = undefined
    toldAt = now()
    void asked('PUT')
  }
  take(from)
  return {
    ending: { get, subscribe },
    stop,
    stay: tell,
    input() {
      if (isOver || waiting !== undefined) return
      const due = toldAt + pause() - now()
      if (due <= 0) tell()
      else waiting = setTimeout(tell, due)
    },
    refresh: () => void asked('GET'),
    wake() {
      if (!isOver && now() >= Math.min(idleAt, limitAt)) void asked('GET')
    },
  }
}
