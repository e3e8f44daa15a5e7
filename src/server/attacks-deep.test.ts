import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { parseReadings } from '#reference-service/readings.ts'
import { openTrial } from '#reference-service/testing/trial.ts'
import { sample, swarm } from '#api/testing/full-length.ts'
import { emptyService, hostAround, rawCall, sendRaw, smallSite, statuses } from './testing/sockets.ts'
import { trialSite } from './testing/trial-site.ts'
import { createHandler } from './handler.ts'
import { limits } from './limits.ts'
import { createCounterMemory, createSignInRateLimit } from './session/sign-in-rate-limit.ts'
import { inProcessUpstream } from './upstream.ts'

const idle = sample(400, 2_100)
const aborted = sample(60, 200)
const guessesOfAll = sample(100, limits.guessesOfAll)
const others = sample(160, 10_100)

test('idle sockets keep nobody out', async () => {
  const host = await hostAround(emptyService)
  const sockets: Socket[] = []
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await host.close()
  })
  await swarm(idle, 50, async () => {
    const socket = connect(host.port, '127.0.0.1')
    sockets.push(socket.on('error', () => undefined).resume())
    await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  })
  let served = 0
  for (let time = 0; time < 20; time += 1) {
    const received = await sendRaw(host.port, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n', 5_000)
    if (statuses(received).join() === '200') served += 1
  }
  console.log(`idle: ${idle} sockets from one address, ${served} of 20 calls served meanwhile`)
  expect(served).toBe(20)
})

/** A console server behind a proxy, before a service that counts the guesses it hears. */
async function guarded() {
  const trial = await openTrial(parseReadings('documented'))
  let heard = 0
  const upstream = inProcessUpstream((request) => {
    heard += 1
    return trial.fetch(request)
  })
  // The limit counts in minutes and hours of the clock, which stands still here.
  const now = () => 0
  const site = {
    ...trialSite(upstream),
    signInLimit: createSignInRateLimit(createCounterMemory(now), now, { ...limits, guessesOfAll }),
  }
  const host = await hostAround(
    upstream,
    {},
    { handler: createHandler({ files: smallSite, ...site }), isProxied: true },
  )
  onTestFinished(async () => {
    await host.close()
    trial.close()
  })
  const guess = (address: string, ...more: string[]) => {
    const body = '{"by":"bearer","bearer":"nobody"}'
    const head = rawCall(
      'POST',
      '/console-session',
      `Content-Length: ${body.length}`,
      `X-Forwarded-For: ${address}`,
      ...more,
    )
    return `${head}\r\n${body}`
  }
  const statusOf = async (address: string) =>
    statuses(await sendRaw(host.port, guess(address, 'Connection: close'), 10_000))[0]
  return { port: host.port, heard: () => heard, guess, statusOf }
}

test('guesses whose sockets die at once are no more than five', async () => {
  const { port, heard, guess, statusOf } = await guarded()
  await swarm(aborted, 20, () => {
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(guess('192.0.2.1'), () => setTimeout(() => socket.destroy(), 5)),
      )
      socket.on('error', () => undefined).on('close', () => resolve())
    })
  })
  await expect.poll(() => statusOf('192.0.2.1')).toBe('429')
  console.log(`guesses: ${aborted} broken off from one address, ${heard()} heard by the service`)
  expect(heard()).toBeLessThanOrEqual(5)
})

test(
  'a crowd of other addresses neither frees one that has to wait nor guesses without end',
  { timeout: 600_000 },
  async () => {
    const { heard, statusOf } = await guarded()
    for (let time = 0; time < 5; time += 1) expect(await statusOf('192.0.2.1')).toBe('401')
    expect(await statusOf('192.0.2.1')).toBe('429')
    await swarm(
      others,
      20,
      async (index) => void (await statusOf(`10.${index >> 14}.${(index >> 6) & 255}.${index & 63}`)),
    )
    expect(await statusOf('192.0.2.1')).toBe('429')
    console.log(`guesses: from ${others} other addresses, ${heard()} heard by the service`)
    expect(heard()).toBeLessThanOrEqual(guessesOfAll + 1)
  },
)
