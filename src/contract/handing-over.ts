import type { Breathe } from './breathing.ts'
import type { Columns } from './columns.ts'
import type { RowsHeard } from './list-reader.ts'
import { firstPart, nextPart } from './parts.ts'

/** How many rows are handed over at once, where no more of them are shown. */
const atOnce = 2000

/** Hands rows over as soon as more of them are shown, and else some thousand at once. */
export class HandingOver {
  /** The numbers of rows that cannot be read, since the last time. */
  unreadable: number[] = []
  lost = 0
  private readonly from: { count: number; take: () => Columns }
  private readonly onRows: RowsHeard['onRows']
  private readonly breathe: Breathe
  private before = 0
  private due = firstPart

  constructor(from: HandingOver['from'], onRows: RowsHeard['onRows'], breathe: Breathe) {
    this.from = from
    this.onRows = onRows
    this.breathe = breathe
  }

  /** How many rows there were. */
  get seen(): number {
    return this.before + this.waiting
  }

  async goOn(): Promise<void> {
    const isDue = this.seen >= this.due
    if (isDue || this.waiting >= atOnce) await this.handOver()
    if (isDue) this.due = this.seen * nextPart
    await this.breathe()
  }

  async handOver(): Promise<void> {
    const { unreadable } = this
    this.before = this.seen
    this.lost += unreadable.length
    this.unreadable = []
    await this.onRows(this.from.take(), unreadable)
  }

  private get waiting(): number {
    return this.from.count + this.unreadable.length
  }
}
