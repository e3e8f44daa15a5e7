import { expect, test, vi } from 'vitest'
import { backendOf, origin } from '#web/testing/backends.ts'

const sessions = { idle: 900_000, absolute: 28_800_000 }
const marker = (service: object) => ({
  status: 200,
  body: JSON.stringify({ host: 'query-admin', service, sessions }),
  headers: { 'x-query-admin-host': '4' },
})
const own = { address: `${origin}_/`, name: 'console.test', example: false, through: 'page' }
const path = '/admin/console-host.json'

test('the console server says to which service it forwards', async () => {
  const { find, network } = await backendOf()
  network.interceptAll('GET', path, marker({ address: 'https://query.acme.test/base/', example: false }))
  const backend = await find()
  expect(backend.keeps).toEqual({ where: 'host', ...sessions })
  expect(backend.place).toEqual({
    address: 'https://query.acme.test/base/',
    name: 'query.acme.test',
    example: false,
    through: 'host',
  })
})

test('the demo service is labelled as such', async () => {
  const { find, network } = await backendOf()
  network.interceptAll('GET', path, marker({ address: 'http://127.0.0.1/', example: true }))
  expect((await find()).place).toMatchObject({ name: 'Demo service', example: true, through: 'host' })
})

test.each([
  ['a 404', { status: 404 }],
  ['a page at every address', { status: 200, body: '<!doctype html>' }],
  [
    'the console server’s JSON without its header',
    { ...marker({ address: 'http://evil.test/', example: false }), headers: {} },
  ],
  ['our header with other JSON', { ...marker({}), body: '{"host":"other"}' }],
  ['our header without JSON', { ...marker({}), body: 'hello' }],
  ['an invalid address', marker({ address: 'nowhere', example: false })],
  [
    'a console server of another version',
    { ...marker({ address: 'http://x.test/', example: false }), headers: { 'x-query-admin-host': '1' } },
  ],
  ['no answer at all', 'network'],
] as const)('after %s the page runs without a console server', async (_what, fault) => {
  const { find, network } = await backendOf()
  network.interceptNext('GET', path, fault)
  const backend = await find()
  expect([backend.place, backend.keeps]).toEqual([own, { where: 'page' }])
})

test('the page waits two seconds for an answer, no longer', async () => {
  const { find, network } = await backendOf()
  network.interceptNext('GET', path, 'never')
  const timer = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal)
  const finding = find()
  await vi.waitFor(() => expect(network.requestsTo('GET', path)).toHaveLength(1))
  expect(timeout.mock.calls).toEqual([[2000]])
  timer.abort(new DOMException('', 'TimeoutError'))
  expect((await finding).place).toEqual(own)
})

test('looking for the console server sends no credential', async () => {
  const { find, network, signIn, trial } = await backendOf()
  await signIn({ by: 'bearer', bearer: trial.bearer })
  await find()
  const asked = network.requestsTo('GET', path)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({ bearer: null, body: undefined })
})
