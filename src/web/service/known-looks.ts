import { hashOf } from '#contract/columns.ts'
import { HashTable } from '#contract/hash-table.ts'
import type { RowStore } from '#contract/row-store.ts'
import { looksOf } from '#web/ui/look-alikes.ts'

/**
 * The names of one list, by what they look like. Two names of each look are kept: one of them is another than the one
 * that is asked about. Kept are numbers only: the texts of 100,000 looks would take 8 MB.
 */
export class KnownLooks {
  private readonly listed: Pick<RowStore<never>, 'count' | 'nameAt'>
  private readonly later: string[] = []
  /** Of each look the hash and the number of its name: rows of the list first, later ones from its count on. */
  private looks = { hashes: new Uint32Array(64), names: new Uint32Array(64), count: 0 }
  private readonly table = new HashTable((look) => this.looks.hashes[look] ?? 0)

  constructor(listed: Pick<RowStore<never>, 'count' | 'nameAt'>) {
    this.listed = listed
  }

  /** Looks at a row of the list. */
  addRow(row: number): void {
    this.put(this.listed.nameAt(row), row)
  }

  /** Looks at a name that came later. */
  add(name: string): void {
    this.put(name, this.listed.count + this.later.push(name) - 1)
  }

  /** A name that looks like this one and is another, or undefined. */
  twin(name: string): string | undefined {
    for (const look of looksOf(name)) {
      const found = this.find(look, (other) => other !== name)
      if (found >= 0) return this.nameOf(found)
    }
    return undefined
  }

  private put(name: string, number: number): void {
    for (const look of looksOf(name)) {
      let others = 0
      const isEnough = this.find(look, (other) => other === name || (others += 1) === 2) >= 0
      if (!isEnough) this.push(hashOf(look), number)
    }
  }

  private push(hash: number, number: number): void {
    const { hashes, names, count } = this.looks
    if (count === hashes.length) {
      this.looks = { hashes: new Uint32Array(count * 2), names: new Uint32Array(count * 2), count }
      this.looks.hashes.set(hashes)
      this.looks.names.set(names)
    }
    this.looks.hashes[count] = hash
    this.looks.names[count] = number
    this.looks.count = count + 1
    this.table.grow(count + 1)
  }

  /** The first look like that of whose name `is` holds, or −1. */
  private find(look: string, is: (name: string) => boolean): number {
    const hash = hashOf(look)
    return this.table.find(hash, (at) => {
      if (this.looks.hashes[at] !== hash) return false
      const name = this.nameOf(at)
      return looksOf(name).includes(look) && is(name)
    })
  }

  private nameOf(look: number): string {
    const number = this.looks.names[look] ?? 0
    const { count } = this.listed
    return number < count ? this.listed.nameAt(number) : (this.later[number - count] ?? '')
  }
}
