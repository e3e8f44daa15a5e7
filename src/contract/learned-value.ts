import { agrees } from '#contract/write/value.ts'
import type { Choice, PointName } from '#contract/probe/points.ts'
import type { Token } from './token.ts'
import type { ValueContext } from '#contract/saving/value-worth.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { momentAt, type Unit } from './wire.ts'

/** What a service was seen to do to a token's value on update. */
export type ValueOnPut = Choice<'value-on-put'>

/** From harmless to most harmful. */
const rising = ['kept', 'new-unknown', 'new', 'new-refused'] as const satisfies readonly ValueOnPut[]

/**
 * What a verified save shows about it, at `at` in the page's milliseconds; undefined: nothing. A value counts as kept
 * only after a save that was stored as asked and, if the value has claims, in another second than the previous update:
 * two signatures within one second are the same text.
 */
export function valueShown(verdict: Verdict<Token>, unit: Unit): { seen: ValueOnPut; at: number } | undefined {
  if (verdict.is !== 'as-asked' && verdict.is !== 'differently') return undefined
  const { valueOutcome, before, row, at, also } = verdict
  if (also?.did === 'replaced') return undefined
  const moved = row.claims === undefined || before === undefined || secondOf(before, unit) !== secondOf(row, unit)
  switch (valueOutcome) {
    case 'kept':
      return verdict.is === 'as-asked' && moved ? { seen: 'kept', at } : undefined
    case 'new': {
      const agreed = agrees(row, unit)
      if (agreed === false || also?.did === 'repaired') return { seen: 'new-refused', at }
      return { seen: moved && agreed === true ? 'new' : 'new-unknown', at }
    }
    case 'unknown':
    case undefined:
      return undefined
  }
}

/**
 * Combines what is known with one more save. New values outweigh kept ones, and rejected ones outweigh both: on such a
 * service, too, a save may keep a value or make one that agrees by chance. Only a compatibility check can take that
 * back.
 */
export function valueKnown(before: ValueOnPut | undefined, shown: ValueOnPut): ValueOnPut {
  return before !== undefined && rising.indexOf(before) >= rising.indexOf(shown) ? before : shown
}

/** A stored word, if it is one of these. */
export function valueWord(word: string | undefined): ValueOnPut | undefined {
  return rising.find((choice) => choice === word)
}

/** The part of a `ValueContext` that comes from stored findings. */
export function valueRules(
  checks: Readonly<Record<string, { seen?: string | undefined } | null | undefined>>,
): Omit<ValueContext, 'now' | 'unit' | 'ahead'> {
  const seen = <Name extends PointName>(name: Name, choices: readonly Choice<Name>[]) =>
    choices.find((choice) => choice === checks[name]?.seen)
  return {
    valueOnPut: seen('value-on-put', rising),
    noExpiryMeans: seen('no-expiry-means', ['never', 'past']),
    expiryEnforcedIn: seen('expiry-enforced-in', ['milliseconds', 'seconds', 'not-at-all']),
    omittedOnPut: seen('omitted-on-put', ['kept', 'reset', 'mixed']),
  }
}

function secondOf({ updated_at }: Token, unit: Unit): number | undefined {
  const at = momentAt(updated_at, unit)
  return at === undefined ? undefined : Math.floor(at / 1000)
}
