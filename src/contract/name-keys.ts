import { inNameOrder } from './name-order.ts'

/** How many figures of a number count; longer ones are as long as this. */
const mostFigures = 31

/**
 * Names as bytes that compare nearly as the collator would have them, and ten times as fast: for each character its
 * place among the ASCII ones, whatever its case, and before each number how many figures it has.
 */
export class NameKeys {
  private readonly places = placesOfCharacters()
  private bytes = new Uint8Array(1 << 16)
  /** Where each name begins, and where the next one will. */
  private readonly begins = [0]

  add(name: string): void {
    let end = this.begins.at(-1)!
    // A number of one figure takes two bytes.
    const most = end + 2 * name.length
    if (most > this.bytes.length) {
      const { bytes } = this
      this.bytes = new Uint8Array(2 * most)
      this.bytes.set(bytes)
    }
    const { bytes, places } = this
    for (let at = 0; at < name.length; at += 1) {
      const code = name.charCodeAt(at)
      if (isFigure(code) && !isFigure(name.charCodeAt(at - 1))) {
        let figures = 1
        while (figures < mostFigures && isFigure(name.charCodeAt(at + figures))) figures += 1
        bytes[end++] = places[zero]! + figures
      }
      bytes[end++] = places[code] ?? 128 | (code & 127)
    }
    this.begins.push(end)
  }

  /** Less than, equal to or more than 0, by the numbers of two names. */
  compare(a: number, b: number): number {
    const { bytes, begins } = this
    const [atA, atB] = [begins[a]!, begins[b]!]
    const longer = begins[a + 1]! - atA - (begins[b + 1]! - atB)
    const end = Math.min(begins[a + 1]!, begins[a + 1]! - longer)
    for (let at = atA; at < end; at += 1) {
      const by = bytes[at]! - bytes[at - atA + atB]!
      if (by !== 0) return by
    }
    return longer
  }
}

const zero = 48

function isFigure(code: number): boolean {
  return code >= zero && code < zero + 10
}

/** The place of each ASCII character in the collator's order; after those of the figures there is room for lengths. */
function placesOfCharacters(): Uint8Array {
  const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code).toLowerCase())
  const inOrder = [...new Set(characters)].toSorted(inNameOrder().compare)
  const after = inOrder.indexOf('9')
  return Uint8Array.from(characters, (character) => {
    const place = inOrder.indexOf(character)
    return place > after ? place + mostFigures : place
  })
}
