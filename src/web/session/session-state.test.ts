import { expect, test, vi } from 'vitest'
import { sessionHeader } from '#api/console-server.ts'
import type { TokenBody } from '#api/token.ts'
import { monitorSession, type MonitoredSession } from './session-state.ts'

const origin = 'http://console.test/'
const draft: TokenBody = { name: 'ci', active: true, write: false }
const rows = () => Response.json({ data: [{ name: 'ci', active: true }] })
const ended = () => new Response('{}', { status: 401, headers: { [sessionHeader]: 'none' } })

const isBeingChecked = ({ state }: Pick<MonitoredSession, 'state'>) => {
  const now = state.get()
  return now.status === 'active' && now.isVerifying
}

/** A session whose calls get these answers; `check`: the one read after a refusal. */
function sessionWith(answers: { call: () => Response; check: () => Response | Promise<Response> }) {
  const calls: string[] = []
  let isChecking = false
  const watched = monitorSession({
    async fetch(url, { method }) {
      calls.push(`${method} ${url.slice(origin.length)}`)
      return isChecking ? answers.check() : answers.call()
    },
    now: () => 7,
    origin,
    proof: 'p',
    endReasonOf: ({ headers }) => (headers.has(sessionHeader) ? { by: 'console-server' } : undefined),
  })
  watched.state.subscribe(() => (isChecking = isBeingChecked(watched)))
  const settled = () => vi.waitFor(() => expect(isBeingChecked(watched)).toBe(false))
  return { watched, calls, settled }
}

const kinds: Record<string, (session: MonitoredSession) => Promise<unknown>> = {
  list: ({ service }) => service.tokens.list(),
  'read of a row': ({ service }) => service.users.read(new Set(['a'])),
  value: ({ service }) => service.tokens.value('ci'),
  creation: ({ service }) => service.tokens.create(draft),
  update: ({ service }) => service.tokens.update(draft),
  deletion: ({ service }) => service.users.remove('a'),
  'call to the console server': ({ fetch }) =>
    fetch(`${origin}console-sessions`, { method: 'DELETE' }).then(() => Promise.reject(new Error('signed-out'))),
}
const cases = Object.keys(kinds).flatMap((kind) => [401, 403].map((status) => ({ kind, status })))
const refused = (status: number) => () => new Response('{"error":"this token is protected"}', { status })

test.each(cases)(
  'a $kind that is refused with $status was refused alone if one row can be read',
  async ({ kind, status }) => {
    const { watched, calls, settled } = sessionWith({ call: refused(status), check: rows })
    await expect(kinds[kind]?.(watched)).rejects.toThrow('signed-out')
    await settled()
    expect(watched.state.get()).toEqual({ status: 'active', isVerifying: false })
    expect(calls.slice(1)).toEqual(['POST console-rows/_/token'])
  },
)

test.each(cases)(
  'a $kind that is refused with $status ends the session if that read is refused too',
  async ({ kind, status }) => {
    const { watched, settled } = sessionWith({ call: refused(status), check: refused(403) })
    await expect(kinds[kind]?.(watched)).rejects.toThrow('signed-out')
    await settled()
    expect(watched.state.get()).toEqual({ status: 'ended', by: { by: 'service', status: 403 }, timestamp: 7 })
  },
)

const uninformativeResponses: Record<string, () => Response | Promise<Response>> = {
  'no answer': () => Promise.reject(new TypeError('network')),
  'a failure': () => new Response('', { status: 500 }),
  'too many requests': () => new Response('', { status: 429 }),
  'another page': () => new Response('<!doctype html>', { status: 200 }),
}

test.each(Object.keys(uninformativeResponses))(
  'if that read gets %s, the session stays open, and the next refusal is checked again',
  async (what) => {
    let check = uninformativeResponses[what] ?? rows
    const { watched, settled } = sessionWith({ call: refused(403), check: () => check() })
    await expect(watched.service.tokens.value('ci')).rejects.toThrow('signed-out')
    await settled()
    expect(watched.state.get()).toEqual({ status: 'active', isVerifying: false })
    check = refused(401)
    await expect(watched.service.tokens.value('ci')).rejects.toThrow('signed-out')
    await settled()
    expect(watched.state.get()).toMatchObject({ status: 'ended', by: { by: 'service', status: 401 } })
  },
)

test('a 401 with the console server’s own header ends the session at once, and nothing more is sent', async () => {
  const { watched, calls } = sessionWith({ call: ended, check: rows })
  await expect(watched.service.tokens.value('ci')).rejects.toThrow('signed-out')
  expect(watched.state.get()).toEqual({ status: 'ended', by: { by: 'console-server' }, timestamp: 7 })
  await expect(watched.service.tokens.list()).rejects.toThrow('no-session')
  expect(calls).toHaveLength(1)
})

test('many refusals at once are one question', async () => {
  const { watched, calls, settled } = sessionWith({ call: refused(403), check: rows })
  const values = ['a', 'b', 'c'].map((name) => watched.service.tokens.value(name))
  for (const value of values) await expect(value).rejects.toThrow('signed-out')
  await settled()
  expect(calls.slice(3)).toEqual(['POST console-rows/_/token'])
})

test('while it is being found out whether a session lasts, nothing else is sent; then it is, or says that it was not', async () => {
  for (const [answer, then] of [
    [rows, 'GET _/token/value?name=b'],
    [refused(403), undefined],
  ] as const) {
    let answerCheck: (answer: Response) => void = () => {}
    const check = () => new Promise<Response>((resolve) => (answerCheck = resolve))
    const { watched, calls } = sessionWith({ call: refused(403), check })
    await expect(watched.service.tokens.value('a')).rejects.toThrow('signed-out')
    await vi.waitFor(() => expect(calls).toHaveLength(2))
    const later = watched.service.tokens.value('b').catch((error: Error) => error.message)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(calls).toHaveLength(2)
    answerCheck(answer())
    expect(await later).toBe(then === undefined ? 'no-session' : 'signed-out')
    expect(calls.slice(2, 3)).toEqual(then === undefined ? [] : [expect.stringMatching(/value/)])
  }
})

test('where tokens are turned off, a row of the users is read', async () => {
  const answers = [404, 200, 200].map((status) => () => (status === 200 ? rows() : new Response('', { status })))
  const { watched, calls, settled } = sessionWith({
    call: refused(403),
    check: () => (answers.shift() ?? rows)(),
  })
  await expect(watched.service.users.remove('a')).rejects.toThrow('signed-out')
  await settled()
  expect(watched.state.get()).toEqual({ status: 'active', isVerifying: false })
  expect(calls.at(-1)).toBe('POST console-rows/_/user')
})

test('an answer that comes after the page left the session says nothing, and nothing is read', async () => {
  const { watched, calls } = sessionWith({ call: refused(401), check: rows })
  const late = watched.service.tokens.value('ci')
  watched.leave()
  await expect(late).rejects.toThrow('signed-out')
  await new Promise((go) => setTimeout(go))
  expect(watched.state.get()).toMatchObject({ status: 'ended', by: { by: 'replaced' } })
  expect(calls).toHaveLength(1)
})

test('a check that is answered after the session ended does not open it again', async () => {
  let answer: (response: Response) => void = () => {}
  const { watched } = sessionWith({
    call: refused(403),
    check: () => new Promise((resolve) => (answer = resolve)),
  })
  await expect(watched.service.tokens.value('ci')).rejects.toThrow('signed-out')
  watched.end({ by: 'idle', after: 900_000 })
  answer(rows())
  await new Promise((go) => setTimeout(go))
  expect(watched.state.get()).toMatchObject({ status: 'ended', by: { by: 'idle' } })
})

test('a sign-out in another tab counts after another end, which it makes final', async () => {
  const { watched } = sessionWith({ call: ended, check: rows })
  watched.end({ by: 'idle', after: 900_000 })
  watched.end({ by: 'elsewhere' })
  watched.end({ by: 'console-server' })
  expect(watched.state.get()).toMatchObject({ status: 'ended', by: { by: 'elsewhere' } })
})
