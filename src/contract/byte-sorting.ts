import type { Breathe } from './breathing.ts'

/** Texts as bytes, one after the other; each begins where the one before ends, and there is one beginning more. */
export interface ByteTexts {
  count: number
  bytes: Uint8Array
  begins: Uint32Array
}

type Numbers = Uint32Array<ArrayBuffer>

/** From this many texts on a part is split further; fewer are put in order one by one. */
const few = 12

/** How many texts are looked at in one go: a few milliseconds' worth. */
const atOnce = 1 << 13

/**
 * The numbers of the texts in the order of their bytes, and of equal ones in their own. By three-way radix quicksort
 * (Bentley and Sedgewick, 1997): a byte that texts have in common is looked at once, and not in each comparison.
 */
export async function sortedByBytes(texts: ByteTexts, breathe: Breathe): Promise<Numbers> {
  const { count, bytes, begins } = texts
  const numbers = new Uint32Array(count)
  for (let at = 0; at < count; at += 1) numbers[at] = at
  // Parts that are yet to be put in order: from where, to where, and how many bytes they have in common.
  const parts = [0, count, 0]
  let looked = 0
  while (parts.length > 0) {
    const depth = parts.pop()!
    const to = parts.pop()!
    const from = parts.pop()!
    looked += to - from
    if (looked > atOnce) {
      looked = 0
      await breathe()
    }
    if (to - from < few) {
      insert(texts, numbers, from, to, depth)
      continue
    }
    /** One more than the byte; 0 beyond the end. */
    const byteOf = (number: number) => {
      const at = begins[number]! + depth
      return at < begins[number + 1]! ? bytes[at]! + 1 : 0
    }
    const pivot = middleOf(byteOf(numbers[from]!), byteOf(numbers[(from + to) >> 1]!), byteOf(numbers[to - 1]!))
    // What is less goes before what equals the pivot, and what is more behind it.
    let [low, high] = [from, to]
    for (let index = from; index < high;) {
      const number = numbers[index]!
      const by = byteOf(number) - pivot
      if (by < 0) {
        numbers[index++] = numbers[low]!
        numbers[low++] = number
      } else if (by > 0) {
        numbers[index] = numbers[--high]!
        numbers[high] = number
      } else index += 1
    }
    parts.push(from, low, depth, high, to, depth)
    if (pivot > 0) parts.push(low, high, depth + 1)
    else numbers.subarray(low, high).sort()
  }
  return numbers
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}

function insert(texts: ByteTexts, numbers: Numbers, from: number, to: number, depth: number): void {
  for (let index = from + 1; index < to; index += 1) {
    const number = numbers[index]!
    let place = index
    while (place > from && compared(texts, numbers[place - 1]!, number, depth) > 0) {
      numbers[place] = numbers[place - 1]!
      place -= 1
    }
    numbers[place] = number
  }
}

/** Two texts by their bytes from `depth` on, and by their numbers where they are the same. */
function compared({ bytes, begins }: ByteTexts, a: number, b: number, depth: number): number {
  let [atA, atB] = [begins[a]! + depth, begins[b]! + depth]
  const [endA, endB] = [begins[a + 1]!, begins[b + 1]!]
  while (atA < endA && atB < endB) {
    const by = bytes[atA++]! - bytes[atB++]!
    if (by !== 0) return by
  }
  return endA - atA - (endB - atB) || a - b
}
