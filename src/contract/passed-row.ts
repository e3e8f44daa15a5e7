import { bitsOf } from './column-builder.ts'
import { claimsBit, flagIn, yoursBit } from './columns.ts'
import type { RowParts } from './row-parts.ts'
import { momentFrom, spelledMoment } from './said-fields.ts'

type Spelled = ReturnType<typeof spelledMoment>

/**
 * A row of a read of single rows as our host passes it on, in place of the service's: its name, its bits as `Columns`
 * has them, its three moments; then `iat` and `exp` of its value where there are claims, and its fingerprint. Null for a
 * row that cannot be read.
 */
export type PassedRow =
  | [string, number, Spelled, Spelled, Spelled, (number | undefined)?, (number | undefined)?, string?]
  | null

/** What of a row is passed on; JSON writes null for what is undefined. */
export function passedRow(parts: RowParts): PassedRow {
  const { name, moments, claims, fingerprint } = parts
  const [first, second, third] = moments
  const row: PassedRow = [name, bitsOf(parts), spelledMoment(first), spelledMoment(second), spelledMoment(third)]
  if (claims !== undefined || fingerprint !== undefined) row.push(claims?.iat, claims?.exp)
  if (fingerprint !== undefined) row.push(fingerprint)
  return row
}

/** A row that our host passed on, or undefined where it is none. */
export function partsOfPassed(row: unknown): RowParts | undefined {
  if (!Array.isArray(row)) return undefined
  const [name, bits, first, second, third, iat, exp, fingerprint] = row as unknown[]
  if (typeof name !== 'string' || typeof bits !== 'number') return undefined
  return {
    name,
    flags: [flagIn(bits, 0), flagIn(bits, 1)],
    moments: [momentFrom(first), momentFrom(second), momentFrom(third)],
    claims: (bits & claimsBit) === 0 ? undefined : { iat: numberIn(iat), exp: numberIn(exp) },
    yours: (bits & yoursBit) !== 0,
    fingerprint: typeof fingerprint === 'string' ? fingerprint : undefined,
  }
}

function numberIn(said: unknown): number | undefined {
  return typeof said === 'number' ? said : undefined
}
