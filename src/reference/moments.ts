/** The unit in which a service counts moments since 1970-01-01 UTC. */
export type Unit = 'ms' | 's'

/** A moment of the clock (milliseconds) in `unit`; parts of a second fall away. */
export function countIn(unit: Unit, milliseconds: number | bigint): bigint {
  const whole = BigInt(milliseconds)
  return unit === 'ms' ? whole : whole / 1000n
}

/** A moment in `unit` as ISO 8601, or undefined beyond what a date can hold. */
export function readMoment(unit: Unit, moment: bigint): string | undefined {
  const date = new Date(Number(moment) * (unit === 's' ? 1000 : 1))
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
