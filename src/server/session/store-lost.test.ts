import { expect, test } from 'vitest'
import { problemFromServer, ServerSessionResponse, proofHeader } from '#api/console-server.ts'
import { createHandler } from '#server/handler.ts'
import { emptyService, ofPage, smallSite } from '#server/testing/sockets.ts'
import { trialSite } from '#server/testing/trial-site.ts'
import { createMemoryStore, createSessions, StoreUnreachable } from './sessions.ts'

test('a session store that cannot be reached answers 503 and ends no session', async () => {
  let isLost = false
  const store = createMemoryStore(Date.now)
  const get: typeof store.get = (key) => (isLost ? Promise.reject(new StoreUnreachable()) : store.get(key))
  const sessions = createSessions(
    { ...store, get },
    { idle: 900_000, absolute: 900_000, maxSessions: 3, maxPerPerson: 3 },
    Date.now,
  )
  const handler = createHandler({ files: smallSite, ...trialSite(emptyService), sessions })
  const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: object) => {
    const init = { method, body: body === undefined ? null : JSON.stringify(body) }
    return handler(new Request(`https://console.test${path}`, { ...init, headers: { ...ofPage, ...headers } }))
  }
  const signedIn = await ask('POST', '/console-session', { cookie: '' }, { by: 'bearer', bearer: 'a-bearer' })
  const { proof = '' } = ServerSessionResponse.parse(await signedIn.json())
  const halves = { cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '', [proofHeader]: proof }
  expect((await ask('GET', '/_/token', halves)).status).toBe(200)
  isLost = true
  for (const path of ['/console-session', '/_/token', '/console-host.json']) {
    const answer = await ask('GET', path, halves)
    const problem = { kind: 'unreachable', sent: 'not-sent', by: 'session-store' }
    const text = await answer.text()
    expect([answer.status, text, problemFromServer(answer, text)]).toEqual([503, JSON.stringify({ problem }), problem])
  }
  isLost = false
  expect((await ask('GET', '/_/token', halves)).status).toBe(200)
})
