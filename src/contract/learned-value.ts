import { agrees } from '#contract/saving/value-outcome.ts'
import type { Choice, PointName } from './learned.ts'
import type { Token } from './token.ts'
import type { ValueContext } from '#contract/saving/value-worth.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { momentAt, type Unit } from './wire.ts'

/** What a service was seen to do to a token's value on update. */
export type ValueOnPut = Choice<'value-on-put'>

/** From the most harmless to what an admin must hear of most. */
const rising = ['kept', 'new-unknown', 'new', 'new-refused'] as const satisfies readonly ValueOnPut[]

/**
 * What a verified save shows of that, seen at `at`, in the page's milliseconds; undefined where it shows nothing. That a
 * value stayed is shown by a save that came to what was asked for, and, where the value carries claims, in another
 * second than the update before: signed twice within one second it is the same text.
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
    case 'not-told':
    case undefined:
      return undefined
  }
}

/**
 * What is known after one more save. New values outweigh kept ones, and refused ones any other: a save may leave a value
 * as it was, or make one that agrees by chance, on a service that does otherwise. Only a probe takes that back.
 */
export function valueKnown(known: ValueOnPut | undefined, shown: ValueOnPut): ValueOnPut {
  return known !== undefined && rising.indexOf(known) >= rising.indexOf(shown) ? known : shown
}

/** A word that was kept, if it is one of these. */
export function valueWord(word: string | undefined): ValueOnPut | undefined {
  return rising.find((one) => one === word)
}

/** What decides what a value is worth, out of words that were kept. */
export function valueRules(
  kept: Readonly<Record<string, { seen?: string | undefined } | null | undefined>>,
): Omit<ValueContext, 'now' | 'unit' | 'ahead'> {
  const seen = (name: PointName) => kept[name]?.seen
  return {
    valueOnPut: valueWord(seen('value-on-put')),
    noExpiryMeans: meanings.find((one) => one === seen('no-expiry-means')),
    expiryEnforcedIn: enforcements.find((one) => one === seen('expiry-enforced-in')),
    omittedOnPut: omissions.find((one) => one === seen('omitted-on-put')),
  }
}

const meanings = ['never', 'past'] as const satisfies readonly Choice<'no-expiry-means'>[]
const omissions = ['kept', 'reset', 'mixed'] as const satisfies readonly Choice<'omitted-on-put'>[]
const enforcements = [
  'milliseconds',
  'seconds',
  'not-at-all',
] as const satisfies readonly Choice<'expiry-enforced-in'>[]

function secondOf({ updated_at }: Token, unit: Unit): number | undefined {
  const at = momentAt(updated_at, unit)
  return at === undefined ? undefined : Math.floor(at / 1000)
}
