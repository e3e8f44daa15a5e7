import type { Steps } from './slices.ts'

/** How many values a digit has: 16 bits. */
const values = 65_536

/** The bit of a number's upper half that says that it is negative. */
const sign = 0x80000000

/**
 * The rows in the order of their weights, those of one weight as they stood (`down` turns only the weights round). By
 * their digits instead of by comparing: 100,000 rows take some milliseconds.
 */
export function* byWeight(rows: Uint32Array, weights: Float64Array, down: boolean): Steps<Uint32Array> {
  let order = rows
  const digits = digitsOf(weights, down)
  for (let digit = 0; digit < 4; digit += 1) {
    yield
    const counts = countsOf(order, digits, digit)
    // All rows alike: as often with the higher digits of moments.
    if (counts.includes(rows.length)) continue
    yield
    order = byDigit(order, digits, digit, counts)
  }
  return order
}

/** How many of the rows have each value of a digit. */
function countsOf(rows: Uint32Array, digits: Uint16Array, digit: number): Uint32Array {
  const counts = new Uint32Array(values)
  for (let at = 0; at < rows.length; at += 1) counts[digits[rows[at]! * 4 + digit]!]! += 1
  return counts
}

/** The rows by one digit, those of one value as they stood. `counts` is used up. */
function byDigit(rows: Uint32Array, digits: Uint16Array, digit: number, counts: Uint32Array): Uint32Array {
  const order = new Uint32Array(rows.length)
  let before = 0
  for (let value = 0; value < values; value += 1) {
    const count = counts[value]!
    counts[value] = before
    before += count
  }
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!
    const value = digits[row * 4 + digit]!
    order[counts[value]!] = row
    counts[value]! += 1
  }
  return order
}

/**
 * Numbers as unsigned integers of the same order, each as four digits, the lowest first, as every machine that runs
 * browsers keeps them.
 */
function digitsOf(weights: Float64Array, down: boolean): Uint16Array {
  const words = new Uint32Array(weights.slice().buffer)
  for (let at = 0; at < words.length; at += 2) {
    const low = words[at]!
    const high = low === 0 && words[at + 1] === sign ? 0 : words[at + 1]! // −0 is 0
    const isNegative = high >= sign
    // Of negative numbers all bits are turned round, of others the sign; to go down all once more.
    const turned = isNegative === down ? 0 : 0xffffffff
    words[at] = low ^ turned
    words[at + 1] = high ^ turned ^ (isNegative ? 0 : sign)
  }
  return new Uint16Array(words.buffer)
}
