import type { ViewContext, TokenStatus } from './token-status.ts'

/** What a status is called. */
export const statusWords: Record<TokenStatus, string> = {
  active: 'Active',
  soon: 'Expires soon',
  past: 'Expired',
  inactive: 'Inactive',
  unknown: 'Cannot be read',
}

/** What a token without a date is called: in its row, on its chip and in every detail. */
export const noExpiryWord = ({ noExpiryMeans }: Pick<ViewContext, 'noExpiryMeans'>) =>
  noExpiryMeans === 'never' ? 'Never expires' : 'No expiry set'

/** How surely the service rejects a value that contradicts its row. */
export const rejects = (isRejected: 'surely' | 'perhaps') =>
  isRejected === 'surely' ? 'will probably reject' : 'may reject'

/** Sentences of the list itself. */
export const words = {
  notGivenTitle:
    'The date equals the last update: what the service stores when no date is given. Some services take that as never, others as past.',
  noDateTitle: 'The service stores no date.',
  neverTitle: 'This service takes a token without an expiry as one that never expires.',
  expiredTitle: 'Whether the service still accepts it is not documented.',
  spoiled: (isRejected: 'surely' | 'perhaps') => `Needs repair: the service ${rejects(isRejected)} this value.`,
  otherUnit: (unit: string) =>
    unit === 'seconds'
      ? 'Its date is stored as milliseconds on a service that counts seconds: it will not expire for ages.'
      : 'Its date is stored as seconds on a service that counts milliseconds: it counts as 1970.',
} as const
