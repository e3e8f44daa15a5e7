import type { ByteTexts } from './byte-sorting.ts'
import { inNameOrder } from './name-order.ts'
import type { PackedTexts } from './packed-texts.ts'

/** How many figures of a number count; longer ones are as long as this. */
const mostFigures = 31

/**
 * Names as bytes that compare nearly as the collator would have them, and many times as fast: for each character its
 * place among the ASCII ones, whatever its case, and for each number how many figures it has and these, without zeros
 * before them. Of names of lower-case letters, marks and shorter numbers the order is the collator's own.
 */
export class NameKeys implements ByteTexts {
  count = 0
  bytes = new Uint8Array(1 << 14)
  begins = new Uint32Array(1 << 10)
  /** Whether the collator would have these names in no other order. */
  areExact = true
  private readonly places = placesOfCharacters()

  /** Keeps nothing of what it is given. */
  add({ units, ends }: PackedTexts): void {
    let { count } = this
    let end = this.begins[count]!
    // A number of one figure takes two bytes.
    const bytes = (this.bytes = withRoom(this.bytes, end + 2 * units.length, Uint8Array))
    const begins = (this.begins = withRoom(this.begins, count + ends.length + 1, Uint32Array))
    const { places } = this
    let areExact = true
    let at = 0
    for (let index = 0; index < ends.length; index += 1) {
      const to = ends[index]!
      let isInNumber = false
      while (at < to) {
        const unit = units[at]!
        const isFirst = isFigure(unit) && !isInNumber
        isInNumber = isFigure(unit)
        if (isFirst) {
          while (units[at] === zero && at + 1 < to && isFigure(units[at + 1]!)) at += 1
          let figures = 1
          while (figures < mostFigures && at + figures < to && isFigure(units[at + figures]!)) figures += 1
          if (figures === mostFigures) areExact = false
          bytes[end++] = places[zero]! + figures
        } else if (!isPlain(unit)) areExact = false
        const shown = units[at]!
        bytes[end++] = shown < 128 ? places[shown]! : 128 | (shown & 127)
        at += 1
      }
      count += 1
      begins[count] = end
    }
    this.count = count
    this.areExact &&= areExact
  }
}

/**
 * The same, or one with its beginning and room for `least` elements. Plenty of it: memory that was never written takes no
 * place, and what was outgrown does until it is collected.
 */
function withRoom<T extends Uint8Array | Uint32Array>(held: T, least: number, kind: new (length: number) => T): T {
  if (held.length >= least) return held
  const more = new kind(least * 4)
  more.set(held)
  return more
}

const zero = 48

function isFigure(code: number): boolean {
  return code >= zero && code < zero + 10
}

/** Whether it is a character of ASCII that is seen, and no capital letter. */
function isPlain(code: number): boolean {
  return code >= 0x20 && code < 0x7f && !(code >= 0x41 && code <= 0x5a)
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
