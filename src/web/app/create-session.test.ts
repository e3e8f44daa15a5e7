import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { memoryTokens, memoryUsers } from '#api/testing/memory-resources.ts'
import type { ApiClient } from '#api/api-client.ts'
import type { SessionState } from '#web/session/session-state.ts'
import type { SignOutReason } from '#web/session/session-timer.ts'
import type { SignedInSession } from '#web/session/console-server.ts'
import { createAnnouncer } from '#web/ui/announcer.tsx'
import { createStore } from '#web/ui/store.ts'
import { createAppSession, type AppSession } from './create-session.ts'

const place = { address: 'http://q.test/', host: 'h', name: 'Production', example: false } as const
const dependencies = { now: Date.now, announcer: createAnnouncer(Date.now) }

beforeEach(() => sessionStorage.clear())

/** A session of this person. `end`: it ends in place. */
function session(identity: string, before?: AppSession) {
  const clock = { difference: () => undefined, surely: () => undefined }
  const service = { tokens: memoryTokens(), users: memoryUsers(), clock } as unknown as ApiClient
  const state = createStore<SessionState>({ status: 'active', isVerifying: false })
  const signed = {
    service,
    state,
    email: undefined,
    identity,
    since: 0,
    isSamePerson: before !== undefined,
    consoles: [],
    timer: { refresh: () => undefined },
    renamed: () => undefined,
  }
  const opened = createAppSession(signed as unknown as SignedInSession, before, place, dependencies, () => undefined)
  const { passwords, gone } = opened
  onTestFinished(() => gone.abort())
  return {
    ...opened,
    opened,
    are: () => Object.fromEntries(passwords.get()),
    abort: (by: SignOutReason) => state.set({ status: 'ended', by, timestamp: 0 } as SessionState),
    generate(email: string) {
      passwords.trackSending(email, `password of ${email}`)
      passwords.settle([{ name: email, currentName: email, change: {}, state: 'settled' }])
    },
  }
}

/** Leaves all pages that are open. */
const leavePages = () => window.dispatchEvent(new Event('pagehide'))

test.each<[string, SignOutReason]>([
  ['the service', { by: 'service', status: 401 }],
  ['inactivity', { by: 'idle', after: 1 }],
  ['its longest time', { by: 'absolute', after: 1 }],
  ['the console server', { by: 'console-server' }],
  ['another sign-in', { by: 'replaced' }],
])(
  'a session that %s ends loses its generated passwords, and names their users to the same person, at once or later',
  (_what, by) => {
    const first = session('eve')
    first.generate('ann@x.test')
    first.abort(by)
    expect(first.passwords.read('ann@x.test')).toBeUndefined()
    const second = session('eve', first.opened)
    expect(second.are()).toEqual({ 'ann@x.test': 'lost' })
    second.generate('bob@x.test')
    expect(second.passwords.read('bob@x.test')).toBe('password of bob@x.test')
    leavePages()
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('password of')
    expect(session('mallory').are()).toEqual({})
    expect(session('eve').are()).toEqual({ 'ann@x.test': 'lost', 'bob@x.test': 'lost' })
  },
)

test.each<[string, (opened: ReturnType<typeof session>) => void]>([
  ['here', ({ gone, abort: end, opened }) => (opened.abort.abort(), gone.abort(), end({ by: 'replaced' }))],
  ['in another tab', ({ abort: end }) => end({ by: 'elsewhere', remainingMs: undefined })],
])('after signing out %s, neither a password nor a name of a user or a token is left', (_where, signOut) => {
  const first = session('eve')
  first.generate('ann@x.test')
  first.opened.tabLists.tokens.write([['ci', { change: {} }]])
  first.opened.tabLists.imports.write([['users', {}]])
  expect(sessionStorage).toHaveLength(3)
  signOut(first)
  expect(first.are()).toEqual({})
  expect(first.passwords.read('ann@x.test')).toBeUndefined()
  leavePages()
  expect(session('eve').are()).toEqual({})
  expect(sessionStorage).toHaveLength(0)
})
