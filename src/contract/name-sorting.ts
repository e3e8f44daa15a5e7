import { NameKeys } from './name-keys.ts'
import { compared } from './name-order.ts'

/** How many names are sorted at once: some milliseconds' worth. */
const atOnce = 2048

/** Lets others have their turn when it is time for that. */
type Breathe = () => Promise<void> | undefined

type Numbers = Uint32Array<ArrayBuffer>
type Compare = (a: number, b: number) => number

/**
 * Names that are put in order while more of them arrive: at once, 100,000 would take 150 ms and more. They are sorted by
 * what is quick to compare; the collator then looks through them once, and sorts what it would have otherwise.
 */
export class NameSorting {
  private readonly names: string[] = []
  private readonly keys = new NameKeys()
  /** Parts that are in order in themselves, each longer than the next one, and how many names are in them. */
  private readonly runs: Numbers[] = []
  private sorted = 0

  private readonly roughly: Compare = (a, b) => this.keys.compare(a, b) || a - b
  private readonly exactly: Compare = (a, b) => compared((index) => this.names[index]!, a, b)

  add(name: string): void {
    this.names.push(name)
    this.keys.add(name)
  }

  /** Does the work that is due: what waits for a network is done by then. */
  async goOn(breathe: Breathe): Promise<void> {
    const { runs, roughly } = this
    while (this.names.length - this.sorted >= atOnce) {
      this.sort(atOnce)
      await breathe()
      while (runs.length > 1 && runs.at(-1)!.length === runs.at(-2)!.length) {
        const [left, right] = runs.splice(-2) as [Numbers, Numbers]
        runs.push(await merged(left, right, roughly, breathe))
      }
    }
  }

  /** The numbers of all names in their order, and of equal names in their own. */
  async order(breathe: Breathe): Promise<Numbers> {
    await this.goOn(breathe)
    this.sort(this.names.length - this.sorted)
    const nearly = await mergedAll(this.runs, this.roughly, breathe)
    return mergedAll(await runsIn(nearly, this.exactly, breathe), this.exactly, breathe)
  }

  private sort(count: number): void {
    const run = new Uint32Array(count).map((_, at) => this.sorted + at)
    this.runs.push(run.sort(this.roughly))
    this.sorted += count
  }
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
