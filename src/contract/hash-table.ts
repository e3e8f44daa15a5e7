/** Finds things by the hashes of their texts: an open table of their numbers, in which the first of a text comes first. */
export class HashTable {
  private slots = new Int32Array(64).fill(-1)
  private count = 0
  private readonly hashAt: (index: number) => number

  constructor(hashAt: (index: number) => number) {
    this.hashAt = hashAt
  }

  /** Takes in the things up to number `count`. */
  grow(count: number): void {
    if (count * 2 > this.slots.length) {
      let size = this.slots.length
      while (size < count * 2) size *= 2
      this.slots = new Int32Array(size).fill(-1)
      this.count = 0
    }
    for (; this.count < count; this.count += 1) {
      let slot = this.hashAt(this.count) & (this.slots.length - 1)
      while (this.slots[slot] !== -1) slot = (slot + 1) & (this.slots.length - 1)
      this.slots[slot] = this.count
    }
  }

  /** The first of those whose hashes lead here for which `is` holds, or −1. */
  find(hash: number, is: (index: number) => boolean): number {
    for (let slot = hash & (this.slots.length - 1); ; slot = (slot + 1) & (this.slots.length - 1)) {
      const index = this.slots[slot] ?? -1
      if (index === -1 || is(index)) return index
    }
  }
}
