import type { ViewContext, TokenStatus } from './token-status.ts'

export const statusWords: Record<TokenStatus, string> = {
  active: 'Active',
  soon: 'Expires soon',
  past: 'Expired',
  inactive: 'Inactive',
  unknown: 'Unreadable',
}

/** The words for a token without an expiry, the same in row, chip and details. */
export const noExpiryWord = ({ noExpiryMeans }: Pick<ViewContext, 'noExpiryMeans'>) =>
  noExpiryMeans === 'never' ? 'Never expires' : 'No expiry set'

/** How certain it is that the service rejects a value that contradicts its row. */
export const rejects = (isRejected: 'surely' | 'perhaps') =>
  isRejected === 'surely' ? 'will probably reject' : 'may reject'

/** Sentences of the list. */
export const words = {
  notGivenTitle:
    'The date equals the last update: no date was given. Some services treat that as never, others as expired.',
  noDateTitle: 'The service stores no expiry.',
  neverTitle: 'On this service, a token without an expiry never expires.',
  expiredTitle: 'Whether the service still accepts it is not documented.',
  spoiled: (isRejected: 'surely' | 'perhaps') => `Needs repair: the service ${rejects(isRejected)} this value.`,
  otherUnit: (unit: string) =>
    unit === 'seconds'
      ? 'Its date is in milliseconds, but this service counts seconds. It expires thousands of years from now.'
      : 'Its date is in seconds, but this service counts milliseconds. It counts as 1970.',
} as const

/** Why the value of a new token is not read yet. */
export const dateFirst = 'First set the expiry again, or keep the date that the service took it for.'
