import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServerSession } from '#api/console-server.ts'
import { ServiceError } from '#api/problem.ts'
import { createSessionTimer, type MissingSession, type SignOutReason } from './session-timer.ts'

const minute = 60_000
const idle = 15 * minute
const absolute = 8 * 60 * minute

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => vi.restoreAllMocks())

/** A session as the console server holds it: it alone knows when the limits pass. */
function serverAndTimer() {
  const methods: string[] = []
  const out: SignOutReason[] = []
  const server = {
    lastInput: 0,
    since: 0,
    isReachable: true,
    isStoreLost: false,
    ended: undefined as MissingSession | undefined,
  }
  const session = (): ServerSession => ({
    identity: 'ann',
    age: Date.now() - server.since,
    idle: { left: server.lastInput + idle - Date.now(), limit: idle },
    absolute: { left: server.since + absolute - Date.now(), limit: absolute },
  })
  const timer = createSessionTimer({
    initialSession: session(),
    now: Date.now,
    async fetchSession(method) {
      methods.push(method)
      if (!server.isReachable) throw new Error('no answer')
      if (server.isStoreLost) throw new ServiceError({ kind: 'unreachable', sent: 'not-sent', by: 'session-store' })
      const { idle: quiet, absolute: whole } = session()
      if (server.ended !== undefined) return server.ended
      if (quiet.left <= 0 || whole.left <= 0) return 'none'
      if (method === 'PUT') server.lastInput = Date.now()
      return session()
    },
    onSignedOut: (by) => void out.push(by),
  })
  return { timer, server, methods, out }
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('a minute before the idle limit the admin is warned, and at the limit the session ends', async () => {
  const { timer, methods, out } = serverAndTimer()
  await pass(14 * minute - 100)
  expect(timer.expiry.get()).toBeUndefined()
  await pass(200)
  expect(timer.expiry.get()).toEqual({ by: 'idle', timestamp: idle })
  await pass(minute)
  expect(out).toEqual([{ by: 'idle', after: idle }])
  expect(timer.expiry.get()).toBeUndefined()
  expect(methods).not.toContain('PUT')
})

test('input prolongs the session and takes the warning away, and is reported at intervals only', async () => {
  const { timer, methods, out } = serverAndTimer()
  await pass(14.5 * minute)
  expect(timer.expiry.get()?.by).toBe('idle')
  for (let second = 0; second < 60; second += 1) {
    timer.reportActivity()
    await pass(1000)
  }
  expect(timer.expiry.get()).toBeUndefined()
  expect(methods.filter((method) => method === 'PUT')).toHaveLength(3)
  await pass(13 * minute)
  expect(out).toEqual([])
})

test('Stay signed in is reported at once', async () => {
  const { timer, server } = serverAndTimer()
  await pass(14.5 * minute)
  timer.extend()
  await pass(0)
  expect([timer.expiry.get(), server.lastInput]).toEqual([undefined, 14.5 * minute])
})

test('input in another window that the console server heard of prevents the warning', async () => {
  const { timer, server, out } = serverAndTimer()
  await pass(10 * minute)
  server.lastInput = Date.now()
  await pass(13 * minute)
  expect([timer.expiry.get(), out]).toEqual([undefined, []])
})

test('a warning is taken away in a window that is turned to, if there was input in another one', async () => {
  const { timer, server } = serverAndTimer()
  await pass(14.5 * minute)
  expect(timer.expiry.get()?.by).toBe('idle')
  server.lastInput = Date.now()
  timer.checkClock()
  await pass(0)
  expect(timer.expiry.get()).toBeUndefined()
})

test('five minutes before the absolute limit the admin is warned, and input does not put it off', async () => {
  const { timer, out } = serverAndTimer()
  for (let passed = 0; passed < absolute - 4 * minute; passed += minute) {
    timer.reportActivity()
    await pass(minute)
  }
  expect(timer.expiry.get()).toEqual({ by: 'absolute', timestamp: absolute })
  for (let times = 0; times < 5; times += 1) {
    timer.reportActivity()
    await pass(minute)
  }
  expect(out).toEqual([{ by: 'absolute', after: absolute }])
})

test('a computer that slept past a limit is signed out when it wakes, before any timer', async () => {
  const { timer, out } = serverAndTimer()
  vi.setSystemTime(60 * minute)
  expect(out).toEqual([])
  timer.checkClock()
  await pass(0)
  expect(out).toEqual([{ by: 'idle', after: idle }])
})

test('without an answer the known limits hold', async () => {
  const { timer, server, out } = serverAndTimer()
  server.isReachable = false
  await pass(14.5 * minute)
  expect([timer.expiry.get()?.by, out]).toEqual(['idle', []])
  await pass(minute)
  expect(out).toEqual([{ by: 'idle', after: idle }])
})

const act = async ({ timer }: ReturnType<typeof serverAndTimer>, minutes: number) => {
  for (let passed = 0; passed < minutes; passed += 1) {
    timer.reportActivity()
    await pass(minute)
  }
}

test('input that the session store can’t take neither extends nor ends the session; if its limit has passed when the store is back, the reason names the store', async () => {
  const watched = serverAndTimer()
  watched.server.isStoreLost = true
  await act(watched, 20)
  expect([watched.out, watched.timer.expiry.get()]).toEqual([[], undefined])
  watched.server.isStoreLost = false
  await act(watched, 1)
  expect(watched.out).toEqual([{ by: 'not-extended', lost: 'session-store' }])
})

test('a session store that is back before the limit has passed ends nothing', async () => {
  const watched = serverAndTimer()
  watched.server.isStoreLost = true
  await act(watched, 14)
  watched.server.isStoreLost = false
  await act(watched, 20)
  expect(watched.out).toEqual([])
})

test('without a session store both limits stay: 15 minutes without input, and 8 hours', async () => {
  const quiet = serverAndTimer()
  quiet.server.isStoreLost = true
  await act(quiet, 20)
  await pass(13.5 * minute)
  expect(quiet.timer.expiry.get()).toEqual({ by: 'idle', timestamp: 19 * minute + idle })
  await pass(minute)
  expect(quiet.out).toEqual([{ by: 'idle', after: idle }])
  vi.setSystemTime(0)
  const busy = serverAndTimer()
  busy.server.isStoreLost = true
  await act(busy, 8 * 60 + 1)
  expect(busy.out).toEqual([{ by: 'absolute', after: absolute }])
})

test('an admin who was active while the console server was unreachable is not told of inactivity', async () => {
  const watched = serverAndTimer()
  watched.server.isReachable = false
  await act(watched, 16)
  expect(watched.out).toEqual([{ by: 'not-extended', lost: 'console-server' }])
})

test('a session that the console server ended early, or that belongs to another sign-in, is told as such', async () => {
  const { timer, server, out } = serverAndTimer()
  server.ended = 'none'
  timer.refresh()
  await pass(0)
  const other = serverAndTimer()
  other.server.ended = 'other'
  other.timer.refresh()
  await pass(0)
  expect([out, other.out]).toEqual([[{ by: 'console-server' }], [{ by: 'replaced' }]])
})

test('a timer that was stopped says nothing more', async () => {
  const { timer, methods, out } = serverAndTimer()
  timer.stop()
  timer.reportActivity()
  await pass(60 * minute)
  expect([methods, out]).toEqual([[], []])
})
