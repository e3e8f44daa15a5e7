import { compared } from './name-order.ts'

/** How many names are sorted at once: some milliseconds' worth. */
const atOnce = 2048

/** Lets others have their turn when it is time for that. */
type Breathe = () => Promise<void> | undefined

/** Names that are put in order while more of them arrive: at once, 100,000 would take 150 ms and more. */
export class NameSorting {
  private readonly names: string[] = []
  private readonly nameAt = (index: number) => this.names[index] ?? ''
  /** Parts that are in order in themselves, each longer than the next one, and how many names are in them. */
  private readonly runs: Uint32Array<ArrayBuffer>[] = []
  private sorted = 0

  add(name: string): void {
    this.names.push(name)
  }

  /** Does the work that is due: what waits for a network is done by then. */
  async goOn(breathe: Breathe): Promise<void> {
    while (this.names.length - this.sorted >= atOnce) {
      this.sort(atOnce)
      await breathe()
      while (this.runs.length > 1 && this.runs.at(-1)!.length === this.runs.at(-2)!.length) await this.merge(breathe)
    }
  }

  /** The numbers of all names in their order, and of equal names in their own. */
  async order(breathe: Breathe): Promise<Uint32Array<ArrayBuffer>> {
    await this.goOn(breathe)
    this.sort(this.names.length - this.sorted)
    while (this.runs.length > 1) await this.merge(breathe)
    return this.runs[0] ?? new Uint32Array(0)
  }

  private sort(count: number): void {
    const run = new Uint32Array(count).map((_, at) => this.sorted + at)
    this.runs.push(run.sort((a, b) => compared(this.nameAt, a, b)))
    this.sorted += count
  }

  /** The last two become one. */
  private async merge(breathe: Breathe): Promise<void> {
    const right = this.runs.pop()!
    const left = this.runs.pop()!
    const both = new Uint32Array(left.length + right.length)
    this.runs.push(both)
    // Many services list in order, or nearly so.
    if (right.length === 0 || compared(this.nameAt, left.at(-1)!, right[0]!) < 0) {
      both.set(left)
      both.set(right, left.length)
      return
    }
    let [l, r] = [0, 0]
    for (let at = 0; at < both.length; at += 1) {
      const isLeft = l < left.length && (r >= right.length || compared(this.nameAt, left[l]!, right[r]!) < 0)
      both[at] = isLeft ? left[l]! : right[r]!
      if (isLeft) l += 1
      else r += 1
      if (at % atOnce === 0) await breathe()
    }
  }
}
