import type { Learned } from '#contract/learned.ts'
import type { PointName } from '#contract/probe/points.ts'
import type { Readings } from '#reference/readings.ts'

/** What a probe should find under these readings, as `choice` or `choice status`; absent: it must claim nothing. */
export function truthOf(readings: Readings): Partial<Record<PointName, string>> {
  const tokensOn = readings['tokens-administration'] === 'on'
  const usersOn = readings['users-administration'] === 'on'
  const signIn = usersOn && readings['sign-in'] !== 'absent' && (readings['sign-in'] === 'offered' || tokensOn)
  const listed = usersOn && readings['users-list'] === 'offered'
  const administers = { 'and-fixed-bearer': 'not-tokens', 'admin-users': 'not-tokens' } as Record<string, string>
  const unit = { ms: 'milliseconds', s: 'seconds', 'not-at-all': 'not-at-all' } as const
  const refusedPast =
    readings['past-expiry-on-create'] === 'refused-400' && readings['expiry-compared-in'] !== 'not-at-all'
  const valueOutcomeOf = (choice: string) => choice.replace('refused-', 'refused ')
  const opaque = readings['value-kind'] === 'opaque'
  const useSeen = readings['refused-bearer'] === 'split' || readings.administrators.endsWith('-tokens')
  return {
    'tokens-part': tokensOn ? 'on' : 'off',
    'users-part': usersOn ? 'on' : 'off',
    'sign-in': signIn ? 'offered' : 'absent',
    administrators: administers[readings.administrators] ?? readings.administrators.replace(/^and-(.*)$/, '$1-too'),
    'users-list': listed ? 'offered' : 'absent',
    'list-carries-secret': readings['list-secret'] === 'carried' ? 'yes' : 'no',
    'users-list-carries-hash': readings['list-secret'] === 'carried' ? 'yes' : 'no',
    'moments-unit': unit[readings.moments],
    'omitted-on-put': readings['omitted-on-put'],
    'value-on-put':
      opaque && readings['value-on-put'] !== 'kept' && !useSeen ? 'new-unknown' : readings['value-on-put'],
    ...(useSeen && { 'no-expiry-means': noExpiryMeans(readings) }),
    ...((useSeen || refusedPast) && { 'expiry-enforced-in': unit[readings['expiry-compared-in']] }),
    'duplicate-on-create': valueOutcomeOf(readings['duplicate-on-create']),
    'unknown-on-put': putOf(readings['unknown-on-put']),
    'create-swaps-flags': readings['create-swaps-flags'],
    'user-omitted-on-put': readings['omitted-on-put'],
    'user-duplicate-on-create': valueOutcomeOf(readings['duplicate-on-create']),
    'user-unknown-on-put': putOf(readings['unknown-on-put']),
  }
}

function putOf(choice: string): string {
  return choice === 'query-server' ? 'refused-when-incomplete' : choice.replace('refused-', 'refused ')
}

/** What an expiry that was not given means in effect. */
export function noExpiryMeans(readings: Readings): 'never' | 'past' {
  const compared = readings['expiry-compared-in']
  if (readings['no-expiry-means'] === 'never' || compared === 'not-at-all') return 'never'
  // Milliseconds that are compared as seconds are far in the future.
  const farAhead = compared === 's' && readings.moments === 'ms' && readings['no-expiry-stored-as'] === 'updated-at'
  return farAhead ? 'never' : 'past'
}

/** The false claims of a probe; an undetermined point claims nothing. */
export function wrongClaims(learned: Learned, readings: Readings): string[] {
  const truth = truthOf(readings)
  return Object.entries(learned).flatMap(([name, point]) => {
    if (point === undefined || 'notSeen' in point) return []
    const expected = truth[name as PointName] ?? 'nothing'
    const claimed = /^refused \d/.test(expected) ? `${point.seen} ${point.status}` : point.seen
    return claimed === expected ? [] : [`${name}: ${claimed} for ${expected}`]
  })
}
