import { expect, test } from 'vitest'
import { tokenFieldsShown } from './token-shown.ts'
import { plainMoment } from '#web/ui/time.ts'

test('a date that an undo restores is compared as a date, not as the number that is sent', () => {
  const expires = tokenFieldsShown.expiration_date
  if (typeof expires !== 'object' || expires.wanted === 'by-service') throw new Error('The expiry is shown.')
  const context = { now: 0, unit: 'seconds' } as const
  expect(expires.wanted({ expiration_date: { integer: 1_800_767_175 } }, context)).toBe(plainMoment(1_800_767_175_000))
  expect(expires.wanted({ expiration_date: { integer: 10n ** 19n } }, context)).toBe('10000000000000000000')
})
