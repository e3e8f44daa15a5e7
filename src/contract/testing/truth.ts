import type { Learned } from '#contract/learned.ts'
import type { PointName } from '#contract/probe/points.ts'
import type { Readings } from '#reference/readings.ts'

/** What a probe should find under these readings, as `choice` or `choice status`; absent: it must claim nothing. */
export function truthOf(readings: Readings): Partial<Record<PointName, string>> {
  const tokensOn = readings['tokens-administration'] === 'on'
  const usersOn = readings['users-administration'] === 'on'
  const signIn = usersOn && readings['sign-in'] !== 'absent' && (readings['sign-in'] === 'offered' || tokensOn)
  const listed = usersOn && readings['users-list'] === 'offered'
  const unknownStatus = readings['refused-bearer'] === 'all-403' ? 403 : 401
  const knownStatus = readings['refused-bearer'] === 'all-401' ? 401 : 403
  const administers = { 'and-fixed-bearer': 'not-tokens', 'admin-users': 'not-tokens' } as Record<string, string>
  const unit = { ms: 'milliseconds', s: 'seconds', 'not-at-all': 'not-at-all' } as const
  const refusedPast =
    readings['past-expiry-on-create'] === 'refused-400' && readings['expiry-compared-in'] !== 'not-at-all'
  const valueOutcomeOf = (choice: string) => choice.replace('refused-', 'refused ')
  const emptied = readings['success-codes'] === 'all-204' || readings['success-body'] === 'empty'
  const opaque = readings['value-kind'] === 'opaque'
  const useSeen = readings['refused-bearer'] === 'split' || readings.administrators.endsWith('-tokens')
  return {
    'tokens-part': tokensOn ? 'on' : 'off',
    'users-part': usersOn ? 'on' : 'off',
    'sign-in': signIn ? 'offered' : 'absent',
    'wrong-password': valueOutcomeOf(readings['wrong-password']),
    'missing-bearer': `refused ${unknownStatus}`,
    'unknown-bearer': `refused ${unknownStatus}`,
    'powerless-bearer': `refused ${knownStatus}`,
    administrators: administers[readings.administrators] ?? readings.administrators.replace(/^and-(.*)$/, '$1-too'),
    'authorization-scheme': readings['authorization-scheme'],
    'users-list': listed ? 'offered' : 'absent',
    'list-shape': readings['list-shape'],
    'value-shape': readings['value-shape'],
    'value-kind': readings['value-kind'],
    'token-fields': 'with-updated-at',
    'user-fields': 'with-updated-at',
    'list-carries-secret': readings['list-secret'] === 'carried' ? 'yes' : 'no',
    'users-list-carries-hash': readings['list-secret'] === 'carried' ? 'yes' : 'no',
    flags: readings.flags,
    'moment-spelling': readings['moment-spelling'],
    'moments-unit': unit[readings.moments],
    'success-codes': readings['success-codes'],
    'success-body': emptied
      ? 'empty'
      : readings['success-codes'] === 'deleted-204'
        ? 'mixed'
        : readings['success-body'],
    'content-type': readings['content-type'],
    'error-format': readings['error-format'],
    'omitted-on-put': readings['omitted-on-put'],
    'value-on-put':
      opaque && readings['value-on-put'] !== 'kept' && !useSeen ? 'new-unknown' : readings['value-on-put'],
    transitions: 'both-ways',
    'no-expiry-stored-as': readings['no-expiry-stored-as'],
    ...(useSeen && { 'no-expiry-means': noExpiryMeans(readings) }),
    'past-expiry-on-create': refusedPast ? 'refused 400' : 'accepted',
    ...((useSeen || refusedPast) && { 'expiry-enforced-in': unit[readings['expiry-compared-in']] }),
    'duplicate-on-create': valueOutcomeOf(readings['duplicate-on-create']),
    'unknown-on-put': putOf(readings['unknown-on-put']),
    'unknown-on-delete': valueOutcomeOf(readings['unknown-token-on-delete']),
    'unknown-on-value': valueOutcomeOf(readings['unknown-name-on-value']),
    'missing-name-on-value': 'refused 400',
    'empty-name-on-create': valueOutcomeOf(readings['empty-name-on-create']),
    'body-reading': readings['body-reading'] === 'strict' ? 'strict' : 'lenient',
    'create-swaps-flags': readings['create-swaps-flags'],
    'admin-default': readings['admin-default'],
    'user-omitted-on-put': readings['omitted-on-put'],
    'user-duplicate-on-create': valueOutcomeOf(readings['duplicate-on-create']),
    'user-unknown-on-put': putOf(readings['unknown-on-put']),
    'user-unknown-on-delete': valueOutcomeOf(readings['unknown-user-on-delete']),
    'empty-email-on-create': valueOutcomeOf(readings['empty-name-on-create']),
    'email-format': 'free',
    'empty-password': valueOutcomeOf(readings['empty-password']),
    'missing-password': 'refused 400',
    'new-email-taken': valueOutcomeOf(readings['new-email-taken']),
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
