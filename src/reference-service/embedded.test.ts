import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openReference, type Reference, type ReferenceOptions } from './embedded.ts'
import { parseReadings } from './readings.ts'

const now = 1_800_000_000_500
const day = 86_400_000
let dir: string
let reference: Reference

beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), 'reference-')), 'new')
})
afterEach(() => {
  reference.close()
  rmSync(join(dir, '..'), { recursive: true })
})

async function open(readings = 'documented', more: Partial<ReferenceOptions> = {}): Promise<void> {
  const passwordCost = { memoryCost: 8, timeCost: 1 }
  reference = await openReference({ dir, readings: parseReadings(readings), now: () => now, passwordCost, ...more })
}

function call(method: string, path: string, body?: object, bearer = reference.bearer): Promise<Response> {
  const headers = { authorization: `Bearer ${bearer}` }
  const bodyInit = body === undefined ? {} : { body: JSON.stringify(body) }
  return reference.fetch(new Request(`http://reference.test${path}`, { method, headers, ...bodyInit }))
}

async function rows(path: string): Promise<Record<string, unknown>[]> {
  return ((await (await call('GET', path)).json()) as { data: Record<string, unknown>[] }).data
}

const signIn = async (email: string, password = '') =>
  (await call('POST', '/_/user/token/value', { email, password })).status

describe('the first start', () => {
  test('keeps everything to the owner', async () => {
    await open()
    expect(statSync(dir).mode & 0o777).toBe(0o700)
    for (const file of readdirSync(dir)) expect(statSync(join(dir, file)).mode & 0o777, file).toBe(0o600)
  })

  test('is repeated only in a folder, and with files, that nobody else owns or may write', async () => {
    await open()
    reference.close()
    chmodSync(dir, 0o770)
    await expect(open()).rejects.toThrow(`Others may write ${dir}: run chmod go-w on it.`)
    chmodSync(dir, 0o700)
    const mine = process.getuid?.() ?? 0
    const password = join(dir, 'admin-password')
    // Root may own them, too, but can give them away.
    if (mine === 0) chownSync(password, 12_345, 12_345)
    else vi.spyOn(process, 'getuid').mockReturnValue(mine + 1)
    await expect(open()).rejects.toThrow('belongs to another user: delete it, or use another folder.')
    vi.restoreAllMocks()
    if (mine === 0) chownSync(password, 0, 0)
    await open()
  })

  test('makes one admin with a random password that works, is kept in a file and told again', async () => {
    await open()
    const { email, password } = reference.admin
    expect(email).toBe('admin@example.test')
    expect(await signIn(email, password)).toBe(200)
    expect(readFileSync(join(dir, 'admin-password'), 'utf8')).toBe(`${password}\n`)
    reference.close()
    await open()
    expect(reference.admin).toEqual({ email, password })
  })

  test('says how to sign in, at a terminal and in a file, but nothing that was given', async () => {
    await open()
    const { admin, bearer, signIn } = reference
    expect(signIn.lines.join('\n')).toMatch(new RegExp(`${admin.email}\n.*${admin.password}\n.*${bearer}$`))
    expect(readFileSync(signIn.file, 'utf8')).toBe(`${signIn.lines.join('\n')}\n`)
    reference.close()
    await open('documented', { adminEmail: 'me', adminPassword: 'mine-alone' })
    expect(`${reference.signIn.lines.join()} ${readFileSync(signIn.file, 'utf8')}`).not.toContain('mine-alone')
  })

  test('makes the admin that is asked for', async () => {
    await open('documented', { adminEmail: 'me', adminPassword: 'mine' })
    expect(reference.admin).toEqual({ email: 'me', password: 'mine' })
    expect(await signIn('me', 'mine')).toBe(200)
    expect(readdirSync(dir)).not.toContain('admin-password')
  })

  test('makes an admin who has the name of an example, and the other examples', async () => {
    await open('documented', { adminEmail: 'admin', adminPassword: 'mine' })
    expect(await signIn('admin', 'mine')).toBe(200)
    expect(await rows('/_/user')).toHaveLength(8)
  })

  test('makes the admin alone when empty', async () => {
    await open('documented', { empty: true })
    expect(await rows('/_/token')).toEqual([])
    expect(await rows('/_/user')).toHaveLength(1)
  })

  test('makes the examples once, so that what is deleted stays away', async () => {
    await open()
    const before = await rows('/_/token')
    await call('DELETE', '/_/token', { name: 'ci-deploy' })
    reference.close()
    await open()
    expect(await rows('/_/token')).toEqual(before.slice(1))
  })
})

describe('a later start', () => {
  test('tells no password that works no longer', async () => {
    await open()
    await call('PUT', '/_/user', { email: reference.admin.email, new_password: 'changed', admin: true })
    reference.close()
    await open()
    expect(reference.admin.password).toBeUndefined()
  })

  test('brings a deleted admin back', async () => {
    await open()
    const { password } = reference.admin
    await call('DELETE', '/_/user', { email: reference.admin.email })
    reference.close()
    await open()
    expect(reference.admin.password).toBe(password)
    expect((await call('GET', '/_/token')).status).toBe(200)
  })

  test('keeps bearers and values good', async () => {
    await open()
    const { bearer } = reference
    await call('POST', '/_/token', { name: 'mine', expiration_date: now + day })
    const value = (await rows('/_/token/value?name=mine'))[0]?.token as string
    reference.close()
    await open()
    expect(reference.bearer).toBe(bearer)
    expect((await call('GET', '/_/whoami', undefined, value)).status).toBe(200)
  })

  test('in another unit has other rows and the same password', async () => {
    await open('query-server')
    const { password } = reference.admin
    await call('POST', '/_/token', { name: 'in seconds' })
    reference.close()
    await open('documented')
    expect((await rows('/_/token')).map(({ name }) => name)).not.toContain('in seconds')
    expect(reference.admin.password).toBe(password)
  })
})

test.each(['documented', 'bare', 'query-server'])(
  'the access token that is handed out administers under %s',
  async (readings) => {
    await open(readings)
    expect((await call('GET', '/_/token')).status).toBe(200)
  },
)

test.each([
  ['documented', 1],
  ['query-server', 1000],
])('under %s the examples stand in every state, counted as the service counts', async (readings, unit) => {
  await open(readings)
  const remaining = (await rows('/_/token')).map(({ expiration_date: timestamp }) => Number(timestamp) * unit - now)
  const within = (from: number, to: number) => remaining.filter((ms) => ms > from && ms < to).length
  expect(remaining).toHaveLength(18)
  expect(within(0, 7 * day)).toBeGreaterThanOrEqual(3)
  expect(within(-365 * day, 0)).toBeGreaterThanOrEqual(3)
  expect(within(7 * day, 365 * day)).toBeGreaterThanOrEqual(8)
})

test('the examples hold long and non-ASCII names, read-only, inactive and never, and users of every kind', async () => {
  await open('query-server')
  const tokens = await rows('/_/token')
  const some = (holds: (row: Record<string, unknown>) => boolean) =>
    expect(tokens.filter(holds).length).toBeGreaterThan(0)
  some(({ name }) => String(name).length > 64)
  some(({ name }) => /[^ -~]/.test(String(name)))
  some(({ write }) => write === 0)
  some(({ active }) => active === 0)
  some(({ expiration_date, updated_at, active }) => expiration_date === updated_at && active === 1)
  const kinds = new Set((await rows('/_/user')).map(({ admin, active }) => `${String(admin)}${String(active)}`))
  expect(kinds).toEqual(new Set(['11', '01', '00', '10']))
  const usable = await Promise.all(
    tokens.map(async ({ token }) => (await call('GET', '/_/whoami', undefined, token as string)).ok),
  )
  expect(tokens.filter((_, position) => !usable[position]).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['import-2024', 'contractor-anna', 'old-dashboard', 'search-indexer']),
  )
  expect(usable.filter(Boolean).length).toBeGreaterThan(8)
})
