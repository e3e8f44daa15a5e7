import { integerIn, momentAt, unreadable, type Moment, type Unit } from '#contract/wire.ts'
import { onOff } from '#web/ui/row-switch.tsx'
import { bothMoments, localMoment, relative } from '#web/ui/time.ts'

/** A field of a row: for people, and as the service stores it. */
export interface DetailLine {
  label: string
  shown: string
  /** What stands beside it: `in 12 days`. */
  also?: string
  /** What its *Copy* copies, if that is more than `shown`. */
  copies?: string
  /** As stored. `unit`: what a number counts. */
  raw?: { field: string; text: string; unit?: string }
}

/** What the formats depend on now. `now`: milliseconds since 1970. */
interface Context {
  unit: Unit
  now: number
}

/** The line of a moment. `instead`: says what it means, if that is no date. */
export function momentLine(
  label: string,
  [field, moment]: readonly [field: string, moment: Moment],
  { unit, now }: Context,
  instead?: string,
): DetailLine {
  const at = momentAt(moment, unit)
  const counts = integerIn(moment) === undefined ? 'ISO 8601' : unit
  return {
    label,
    ...(at === undefined || instead !== undefined
      ? { shown: instead ?? (moment === undefined ? 'Not given' : 'Unreadable') }
      : { shown: localMoment(at), also: relative(at, now), copies: bothMoments(at) }),
    ...(moment !== undefined && moment !== unreadable && { raw: { field, text: String(moment), unit: counts } }),
  }
}

/** The line of a flag. */
export function flagLine(
  label: string,
  [field, flag]: readonly [field: string, flag: boolean | undefined],
): DetailLine {
  const shown = onOff(flag)
  return {
    label,
    shown: shown.charAt(0).toUpperCase() + shown.slice(1),
    ...(flag !== undefined && { raw: { field, text: String(flag) } }),
  }
}
