import { afterAll, expect, test, vi } from 'vitest'
import { findBackend } from './find-backend.ts'

vi.mock('./tab-backend.ts', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

afterAll(() => void vi.resetModules())

test('if the code of tab mode cannot be loaded, that is told, and nobody is asked for an access token', async () => {
  const fetch = async () => new Response(null, { status: 404 })
  const world = { fetch, origin: 'http://console.test/', now: Date.now, local: localStorage, tab: sessionStorage }
  expect(await findBackend({ ...world, windows: { tell: () => undefined } })).toEqual({ why: 'no-code' })
})
