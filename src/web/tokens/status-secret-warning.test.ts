import { expect, test } from 'vitest'
import type { Token } from '#api/token.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import { tokenRow, timestampOf } from '#web/testing/rows.ts'
import { tokenSecretWarning } from './status.ts'

const claims = { iat: 7, exp: 8 }
const now = 1_800_000_000_000
const soon = (after: number) => ({ expiration_date: timestampOf((now + after) / 1000) })
const far = soon(9e9)

test.each<[string, Token, Partial<RowContext>, string]>([
  ['that should work', tokenRow('ci', far), { updateEffect: 'keeps' }, 'Copied “ci”.'],
  ['about to expire', tokenRow('ci', soon(4000)), { updateEffect: 'keeps' }, 'Copied “ci”. The token expires in 4 s.'],
  ['expired', tokenRow('ci', soon(-5000)), {}, 'Copied “ci”, but the token has expired.'],
  [
    'to be repaired',
    tokenRow('ci', { ...far, claims }),
    {},
    'Copied “ci”, but the service will probably reject it. Repair it first.',
  ],
  [
    'that can’t be repaired',
    tokenRow('ci', { expiration_date: timestampOf(now + 9e9), claims }),
    { timeUnit: 'milliseconds' },
    'Copied “ci”, but the service will probably reject it. Replace it first.',
  ],
  [
    'inactive, kept by updates',
    tokenRow('ci', { ...far, active: false }),
    { updateEffect: 'keeps' },
    'Copied “ci”. The token is inactive: activate it before you use the value.',
  ],
  [
    'inactive, replaced by updates',
    tokenRow('ci', { ...far, active: false }),
    { updateEffect: 'replaces' },
    'Copied “ci”, but the token is inactive. Activating it replaces the value.',
  ],
  [
    'inactive',
    tokenRow('ci', { ...far, active: false }),
    {},
    'Copied “ci”, but the token is inactive. Activating it may replace the value.',
  ],
])('a copied value %s', (_what, row, known, message) => {
  const words = tokenSecretWarning(row, { now, timeUnit: 'seconds', ownEmails: [], ...known })?.text ?? '.'
  expect(`Copied “ci”${words}`).toBe(message)
})
