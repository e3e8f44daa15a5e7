import { valueIn } from '#contract/jwt.ts'
import type { ProbeContext, RawRow } from './probe-context.ts'
import { ensure } from './findings.ts'
import type { ResourceName } from '#contract/problem.ts'
import { learnedUnit } from '#contract/list/row-store.ts'
import { fieldsOf, type Unit, unitOf } from '#contract/wire.ts'

/** Reads the lists. Writes nothing. */
export async function probeReads(context: ProbeContext): Promise<void> {
  const { findings } = context
  await findings.attempt(['tokens-part', 'list-carries-secret'], async () => {
    const status = await readList(context, 'tokens')
    if (status !== 404 && status !== 405) findings.record('tokens-part', 'on')
    else findings.record('tokens-part', 'off', { status })
  })
  await findings.attempt(['users-list', 'users-list-carries-hash'], async () => {
    const status = await readList(context, 'users')
    // Without a list it is still open whether the resource is on.
    if (status === 404) findings.record('users-list', 'absent', { status })
    else findings.record('users-part', 'on')
    if (status === 200) findings.record('users-list', 'offered')
    if (status === 405 || status === 501) findings.record('users-list', 'absent', { status })
  })
}

/** @returns the status of a missing list, or 200. */
async function readList({ findings, client }: ProbeContext, part: ResourceName): Promise<number> {
  const units: Record<Unit, number> = { seconds: 0, milliseconds: 0 }
  let hasRows = false
  let hasSecret = false
  let hasUnknown = false
  const response = await client.list(part, (item) => {
    const row = fieldsOf(item)
    if (row === undefined) return
    const unit = unitOf(Number(row['updated_at'] ?? Number.NaN))
    if (unit !== undefined) units[unit] += 1
    hasRows = true
    hasSecret ||= secrets[part].isIn(row)
    hasUnknown ||= Object.keys(row).some((name) => !knownNames.has(name))
  })
  if (!response.ok) {
    ensure(
      [404, 405, 501].includes(response.status) && (await client.openList(part)).status === response.status,
      'failed',
    )
    return response.status
  }
  const unit = learnedUnit(units)
  if (findings.choiceOf('moments-unit') === undefined) findings.record('moments-unit', unit)
  if (hasSecret) findings.record(secrets[part].point, 'yes')
  // An unknown field may hold the secret.
  else if (hasRows && !hasUnknown) findings.record(secrets[part].point, 'no')
  return 200
}

const secrets = {
  tokens: { point: 'list-carries-secret', isIn: (row: RawRow) => Boolean(valueIn(row)) },
  users: { point: 'users-list-carries-hash', isIn: ({ password }: RawRow) => typeof password === 'string' },
} as const satisfies Record<ResourceName, object>

const knownNames = new Set('id uuid name email expiration_date active write admin created_at updated_at'.split(' '))
