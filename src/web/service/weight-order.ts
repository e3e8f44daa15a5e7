/**
 * The rows in the order of their weights, those of one weight as they stood (`down` turns only the weights round). By
 * their bytes instead of by comparing: 100,000 rows take some milliseconds.
 */
export function byWeight(rows: Uint32Array, weights: Float64Array, down: boolean): Uint32Array {
  const { length } = rows
  let order = rows.slice()
  let next = new Uint32Array(length)
  const digits = digitsOf(weights, down)
  const counts = new Uint32Array(65_536)
  for (let digit = 0; digit < 4; digit += 1) {
    const at = (row: number) => digits[row * 4 + digit] ?? 0
    counts.fill(0)
    for (const row of order) counts[at(row)]! += 1
    // All rows alike: as often with the higher digits of moments.
    if (length === 0 || counts[at(order[0] ?? 0)] === length) continue
    let before = 0
    for (let value = 0; value < counts.length; value += 1) {
      const count = counts[value] ?? 0
      counts[value] = before
      before += count
    }
    for (const row of order) {
      const value = at(row)
      next[counts[value]!] = row
      counts[value]! += 1
    }
    ;[order, next] = [next, order]
  }
  return order
}

/**
 * Numbers as unsigned integers of the same order, each as four digits, the lowest first, as every machine that runs
 * browsers keeps them.
 */
function digitsOf(weights: Float64Array, down: boolean): Uint16Array {
  const copied = Float64Array.from(weights, (weight) => weight + 0) // −0 is 0
  const words = new Uint32Array(copied.buffer)
  for (let at = 0; at < words.length; at += 2) {
    const high = words[at + 1] ?? 0
    const isNegative = high >>> 31 === 1
    // Of negative numbers all bits are turned round, of others the sign; to go down all once more.
    const turned = isNegative === down ? 0 : 0xffffffff
    words[at] = (words[at] ?? 0) ^ turned
    words[at + 1] = high ^ turned ^ (isNegative ? 0 : 0x80000000)
  }
  return new Uint16Array(copied.buffer)
}
