import { verify } from '@node-rs/argon2'
import { afterAll, expect, test, vi } from 'vitest'
import { PRESETS } from './readings.ts'
import { openTrial } from './testing/trial.ts'

vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn<typeof real.verify>(real.verify) }
})

test('an account that does not exist, or is inactive, costs a hash as well', async () => {
  const trial = await openTrial(PRESETS.documented)
  await trial.call('POST', '/_/user', { email: 'off@x.test', password: 'a long one', admin: true, active: false })
  for (const email of [trial.admin.email, 'nobody@x.test', 'off@x.test']) {
    vi.mocked(verify).mockClear()
    expect(await trial.status('POST', '/_/user/token/value', { email, password: 'x' }, null)).toBe(401)
    expect(verify).toHaveBeenCalledTimes(1)
    expect(vi.mocked(verify).mock.calls[0]?.[0]).toMatch(/^\$argon2id\$.*m=8,t=1/)
  }
  trial.close()
})
