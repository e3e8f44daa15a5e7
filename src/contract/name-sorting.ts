import { compared } from './name-order.ts'

/** How many names are sorted at once: some milliseconds' worth. */
const run = 2048

/**
 * The numbers of all names in their order, and of equal names in their own. Done in slices, between which `breathe` lets
 * others have their turn: at once, 100,000 names would take 150 ms.
 */
export async function nameOrder(
  names: readonly string[],
  breathe: () => Promise<void> | undefined,
): Promise<Uint32Array<ArrayBuffer>> {
  const count = names.length
  const known = (index: number) => names[index] ?? ''
  let order = new Uint32Array(count)
  for (let from = 0; from < count; from += run) {
    const to = Math.min(count, from + run)
    for (let index = from; index < to; index += 1) order[index] = index
    order.subarray(from, to).sort((a, b) => compared(known, a, b))
    await breathe()
  }
  let into = new Uint32Array(count)
  for (let size = run; size < count; size *= 2) {
    for (let from = 0; from < count; from += size * 2) {
      const middle = Math.min(count, from + size)
      const to = Math.min(count, from + size * 2)
      let left = from
      let right = middle
      for (let at = from; at < to; at += 1) {
        const isLeft = left < middle && (right >= to || compared(known, order[left] ?? 0, order[right] ?? 0) < 0)
        into[at] = (isLeft ? order[left] : order[right]) ?? 0
        if (isLeft) left += 1
        else right += 1
        if (at % run === 0) await breathe()
      }
    }
    ;[order, into] = [into, order]
  }
  return order
}
