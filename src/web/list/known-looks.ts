import type { RowStore } from '#contract/list/row-store.ts'
import { looksOf } from '#web/ui/names/look-alikes.ts'

/**
 * The names of one list, by what they look like. Two names of each look are kept: one of them is another than the one
 * that is asked about.
 */
export class KnownLooks {
  private readonly listed: Pick<RowStore<never>, 'nameAt'>
  private readonly first = new Map<string, string>()
  private readonly second = new Map<string, string>()

  constructor(listed: Pick<RowStore<never>, 'nameAt'>) {
    this.listed = listed
  }

  /** Looks at a row of the list. */
  addRow(row: number): void {
    this.add(this.listed.nameAt(row))
  }

  /** Looks at a name that came later. */
  add(name: string): void {
    for (const look of looksOf(name)) {
      const first = this.first.get(look)
      if (first === undefined) this.first.set(look, name)
      else if (first !== name && !this.second.has(look)) this.second.set(look, name)
    }
  }

  /** A name that looks like this one and is another, or undefined. */
  twin(name: string): string | undefined {
    for (const look of looksOf(name)) {
      const first = this.first.get(look)
      const found = first === name ? this.second.get(look) : first
      if (found !== undefined) return found
    }
    return undefined
  }
}
