import { expect, test } from 'vitest'
import { ofPage, smallSite } from './testing/sockets.ts'
import { trialSite } from './testing/trial-site.ts'
import { createHandler } from './handler.ts'

/** What the page gets for a call that the service answers so. */
function answerTo(service: () => Response, target: string, init: RequestInit = {}): Promise<Response> {
  const handler = createHandler({ files: smallSite, ...trialSite(async () => service()) })
  return handler(new Request(`http://127.0.0.1:4173${target}`, { ...init, headers: ofPage }), target)
}

test('an incomplete response says so, and how far it came', async () => {
  const broken = new ReadableStream({
    start: (to) => to.enqueue(new Uint8Array(7)),
    pull: (to) => to.error(new Error('reset')),
  })
  const answer = await answerTo(() => new Response(broken), '/_/token/value?name=a')
  const problem = { kind: 'unreadable', status: 200, received: { form: 'broken-off' }, bytes: 7, at: ['the body'] }
  expect([answer.status, await answer.json()]).toEqual([502, { problem }])
})

test.each([407, 408, 421, 425])('a %i, on which a browser would act by itself, is told as a 502', async (status) => {
  const answer = await answerTo(() => new Response('too slow', { status }), '/_/token', { method: 'POST', body: '{}' })
  expect([answer.status, await answer.json()]).toEqual([
    502,
    { problem: { kind: 'refused', status, serviceText: 'too slow' } },
  ])
})
