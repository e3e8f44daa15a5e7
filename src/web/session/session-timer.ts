import { useEffectEvent, useEffect } from 'react'
import { type Store, createStore } from '#web/ui/store.ts'
import type { ServerSession } from '#api/console-server.ts'
import { getProblem } from '#api/problem.ts'

/** What ended a session: the service refused it, or a limit of the console server passed (`after`, in milliseconds). */
export type SignOutReason =
  | { by: 'service'; status: number }
  | { by: 'idle' | 'absolute'; after: number }
  /** There was input, but it could not extend the session. `lost`: what could not be reached. */
  | { by: 'not-extended'; lost: LostPart }
  /** The console server does not know the session: another window ended it, or that server or its store restarted. */
  | { by: 'console-server' }
  /** Another tab signed out. `remainingMs`: how long the session lasts at most at the console server, which was not reached. */
  | { by: 'elsewhere'; remainingMs?: number | undefined }
  /** The session cookie belongs to another sign-in. */
  | { by: 'replaced' }

/** What keeps a session from being extended: the console server can't be reached, or that can't reach its store. */
type LostPart = 'console-server' | 'session-store'

/** Which limit is near, and when it ends the session, in milliseconds since 1970 by the page's clock. */
export interface SessionExpiry {
  by: 'idle' | 'absolute'
  timestamp: number
}

/** Watches the limits of a session on the console server. Input extends it; reading lists does not. */
export interface SessionTimer {
  /** Set one minute before the idle limit, and five minutes before the absolute limit. */
  expiry: Pick<Store<SessionExpiry | undefined>, 'get' | 'subscribe'>
  /** Reports input. The console server hears of it at intervals, not of every key. */
  reportActivity: () => void
  /** Reports input at once. */
  extend: () => void
  /** Reads the limits again. */
  refresh: () => void
  /** Checks the clock, because timers do not run while a computer sleeps, and a warning: another window may have had input. */
  checkClock: () => void
  /** Why the console server does not know the session any more, by the clock. */
  endReason: () => SignOutReason
  stop: () => void
}

/** The session is gone; `other`: the cookie belongs to another sign-in. */
export type MissingSession = 'none' | 'other' | 'unknown'

interface TimerDependencies {
  initialSession: ServerSession
  now: () => number
  /** PUT extends the session, GET only reads it. @throws when there is no answer. */
  fetchSession: (method: 'GET' | 'PUT') => Promise<ServerSession | MissingSession>
  onSignedOut: (reason: SignOutReason) => void
}

/** How long before each limit the admin is warned, in milliseconds. */
const warningLeadsMs = { idle: 60_000, absolute: 5 * 60_000 }

const consoleServerReason: SignOutReason = { by: 'console-server' }

/** The longest delay of a timer, in milliseconds. A longer one fires at once. */
const maxTimerMs = 2 ** 31 - 1

/** Starts watching at once. */
export function createSessionTimer({
  initialSession,
  now,
  fetchSession,
  onSignedOut,
}: TimerDependencies): SessionTimer {
  const { get, set, subscribe } = createStore<SessionExpiry | undefined>(undefined)
  let idleAt = 0
  let limitAt = 0
  let lastInputAt = 0
  /** Set while calls about the session fail. */
  let lostPart: LostPart | undefined
  let session = initialSession
  let reportedAt = now()
  let reportTimer: ReturnType<typeof setTimeout> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  /** The shortest time between two reports of input, in milliseconds. */
  const minReportIntervalMs = () => Math.min(30_000, session.idle.limit / 10)

  const endSession = (by: SignOutReason) => {
    if (isOver) return
    stop()
    onSignedOut(by)
  }
  const stop = () => {
    isOver = true
    clearTimeout(timer)
    clearTimeout(reportTimer)
    set(undefined)
  }
  const applyLimits = (next: ServerSession) => {
    session = next
    lostPart = undefined
    idleAt = now() + next.idle.left
    lastInputAt = Math.max(lastInputAt, idleAt - next.idle.limit)
    limitAt = now() + next.absolute.left
    check()
  }
  const update = async (method: 'GET' | 'PUT') => {
    try {
      const next = await fetchSession(method)
      if (isOver) return
      if (next === 'other') endSession({ by: 'replaced' })
      else if (typeof next !== 'object') endSession(endReason())
      else applyLimits(next)
    } catch (error) {
      // No answer: the known limits still hold.
      const problem = getProblem(error)
      const isStoreLost = problem?.kind === 'unreachable' && problem.by === 'session-store'
      lostPart = isStoreLost ? 'session-store' : 'console-server'
      if (now() >= Math.min(idleEndsAt(), limitAt)) endSession(endReason())
      else check()
    }
  }
  const isIdle = () => now() >= lastInputAt + session.idle.limit
  /** Only the store knows whether the session is over: while it is lost, the limit counts from the last input here. */
  const idleEndsAt = () => (lostPart === 'session-store' ? Math.max(idleAt, lastInputAt + session.idle.limit) : idleAt)
  const endReason = (): SignOutReason => {
    if (now() >= limitAt) return { by: 'absolute', after: session.absolute.limit }
    if (now() < idleAt - warningLeadsMs.idle) return consoleServerReason
    if (lostPart !== undefined && !isIdle()) return { by: 'not-extended', lost: lostPart }
    return { by: 'idle', after: session.idle.limit }
  }

  /** Sets `expiry`, and sleeps until the next limit. The console server is asked before the idle limit is announced. */
  const check = () => {
    if (isOver) return
    clearTimeout(timer)
    const currentTime = now()
    const idleEnd = idleEndsAt()
    const warnIdle = idleEnd - Math.min(warningLeadsMs.idle, session.idle.limit / 2)
    const warnLimit = limitAt - Math.min(warningLeadsMs.absolute, session.absolute.limit / 2)
    const nearLimit = currentTime >= warnLimit && (limitAt <= idleEnd || currentTime < warnIdle)
    const by = nearLimit ? 'absolute' : currentTime >= warnIdle ? 'idle' : undefined
    const expiry = get()
    const endsAt = by === 'absolute' ? limitAt : idleEnd
    if (by === undefined) {
      if (expiry !== undefined) set(undefined)
    } else if (expiry?.by !== by || Math.abs(expiry.timestamp - endsAt) > 1000) set({ by, timestamp: endsAt })
    const next = [warnIdle, warnLimit, idleEnd, limitAt].filter((time) => time > currentTime)
    timer = setTimeout(
      () => void update('GET'),
      Math.min(maxTimerMs, Math.max(0, Math.min(...next) - currentTime) + 50),
    )
  }

  const report = () => {
    clearTimeout(reportTimer)
    reportTimer = undefined
    reportedAt = now()
    void update('PUT')
  }
  applyLimits(initialSession)
  return {
    expiry: { get, subscribe },
    endReason,
    stop,
    extend() {
      lastInputAt = now()
      report()
    },
    reportActivity() {
      lastInputAt = now()
      if (isOver || reportTimer !== undefined) return
      const due = reportedAt + minReportIntervalMs() - now()
      if (due <= 0) report()
      else reportTimer = setTimeout(report, due)
    },
    refresh: () => void update('GET'),
    checkClock() {
      if (!isOver && (get() !== undefined || now() >= Math.min(idleEndsAt(), limitAt))) void update('GET')
    },
  }
}

/** Events that only a person causes. */
const inputEvents = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const

/**
 * Events of a person, a screen reader (which sends no keys) or the page itself. They count only in the focused window.
 */
const activityEvents = ['focusin', 'scroll', 'selectionchange'] as const

/**
 * Reports input in this window, and waking up, to `timer`: of input in others it hears from the console server.
 * `isMovingByItself`: whether a job moves rows and focus now, so that only what certainly is input counts.
 */
export function useSessionTimer(timer: SessionTimer | undefined, isMovingByItself: () => boolean): void {
  const isByItself = useEffectEvent(isMovingByItself)
  useEffect(() => {
    if (timer === undefined) return
    const onInput = () => timer.reportActivity()
    const onActivity = () => document.hasFocus() && !isByItself() && timer.reportActivity()
    const onWake = () => timer.checkClock()
    const controller = new AbortController()
    const { signal } = controller
    const options = { capture: true, passive: true, signal }
    for (const type of inputEvents) document.addEventListener(type, onInput, options)
    for (const type of activityEvents) document.addEventListener(type, onActivity, options)
    document.addEventListener('visibilitychange', onWake, { signal })
    for (const eventName of ['focus', 'online'] as const) window.addEventListener(eventName, onWake, { signal })
    // A page that the browser kept for *Back* heard nothing of a sign-out in another window.
    window.addEventListener('pageshow', ({ persisted }) => (persisted ? timer.refresh() : timer.checkClock()), {
      signal,
    })
    return () => controller.abort()
  }, [timer])
}
