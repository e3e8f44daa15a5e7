/** A name as it can be typed: NFKC, every dash as `-`, every space as U+0020, none at the ends. */
export const typeable = (name: string): string => plain(name).trim()

/** Names with the same key are easily taken for each other: they differ in case, kind of dash or space, or spelling. */
export const twinKey = (name: string): string => folded(name).trim()

/** What a search compares: a name contains a text if the key of the name contains the key of the text. */
export function searchKey(text: string): string {
  return ascii.test(text) ? folded(text) : folded(text).normalize('NFD').replace(accents, '')
}

/** The plain form in one case. */
// Upper case, because lower case keeps the two small sigmas apart, and `ß` from `SS`.
const folded = (text: string) => (ascii.test(text) ? text.toUpperCase() : plain(plain(text).toUpperCase()))

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\p{Zs}/gu, ' ')

const ascii = /^[ -~]*$/
/** The accents of Latin, Greek and Cyrillic. Marks of other scripts are vowels and consonants: they make other words. */
const accents = /[\u0300-\u036f]/g
