import type { TokenStatus } from './token-status.ts'

export const statusWords: Record<TokenStatus, string> = {
  active: 'Active',
  soon: 'Expires soon',
  past: 'Expired',
  inactive: 'Inactive',
  unknown: 'Unreadable',
}

/** The words for a token without an expiry, the same in row, chip and details. */
export const noExpiryWord = 'No expiry set'

/** Sentences of the list. */
export const words = {
  notGivenTitle:
    'The date equals the last update: no date was given. Some services treat that as never, others as expired.',
  noDateTitle: 'The service stores no expiry.',
  expiredTitle: 'Whether the service still accepts it is not documented.',
  spoiled: 'Needs repair: the service will probably reject this value.',
  otherUnit: (unit: string) =>
    unit === 'seconds'
      ? 'Its date is in milliseconds, but this service counts seconds. It expires thousands of years from now.'
      : 'Its date is in seconds, but this service counts milliseconds. It counts as 1970.',
} as const
