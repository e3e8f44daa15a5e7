import type { Breathe } from './breathing.ts'
import { compared } from './name-order.ts'
import { textAt, type PackedTexts } from './packed-texts.ts'

/** How many comparisons are made in one go: some milliseconds' worth. */
const atOnce = 2048

type Numbers = Uint32Array<ArrayBuffer>
type Compare = (a: number, b: number) => number

/**
 * The order of names as the collator has it, from one that is nearly the same: it looks through them once and sorts what
 * it would have otherwise. To sort 100,000 names from the beginning takes it 150 ms and more.
 */
export async function exactOrder(nearly: Numbers, packed: readonly PackedTexts[], breathe: Breathe): Promise<Numbers> {
  const names = packed.flatMap((some) => Array.from(some.ends, (_, index) => textAt(some, index)))
  const exactly: Compare = (a, b) => compared((index) => names[index]!, a, b)
  return mergedAll(await runsIn(nearly, exactly, breathe), exactly, breathe)
}

/** The parts of it that are in order. */
async function runsIn(numbers: Numbers, compare: Compare, breathe: Breathe): Promise<Numbers[]> {
  const runs: Numbers[] = []
  let from = 0
  for (let at = 1; at < numbers.length; at += 1) {
    if (compare(numbers[at - 1]!, numbers[at]!) > 0) {
      runs.push(numbers.subarray(from, at))
      from = at
    }
    if (at % atOnce === 0) await breathe()
  }
  return [...runs, numbers.subarray(from)]
}

async function mergedAll(runs: readonly Numbers[], compare: Compare, breathe: Breathe): Promise<Numbers> {
  let all = runs
  while (all.length > 1) {
    const fewer: Numbers[] = []
    for (let at = 0; at < all.length; at += 2) {
      const [left, right] = [all[at]!, all[at + 1]]
      fewer.push(right === undefined ? left : await merged(left, right, compare, breathe))
    }
    all = fewer
  }
  return all[0] ?? new Uint32Array(0)
}

async function merged(left: Numbers, right: Numbers, compare: Compare, breathe: Breathe): Promise<Numbers> {
  const both = new Uint32Array(left.length + right.length)
  // Many services list in order, or nearly so.
  if (right.length === 0 || compare(left.at(-1)!, right[0]!) < 0) {
    both.set(left)
    both.set(right, left.length)
    return both
  }
  let [l, r] = [0, 0]
  for (let at = 0; at < both.length; at += 1) {
    const isLeft = l < left.length && (r >= right.length || compare(left[l]!, right[r]!) < 0)
    both[at] = isLeft ? left[l]! : right[r]!
    if (isLeft) l += 1
    else r += 1
    if (at % atOnce === 0) await breathe()
  }
  return both
}
