/** Names with the same key are easily taken for each other: they differ in case, kind of dash or space, or spelling. */
export const twinKey = (name: string): string => folded(name).trim()

/** What a search compares: a name contains a text if the key of the name contains the key of the text. */
export function searchKey(text: string): string {
  return ascii.test(text) ? folded(text) : folded(text).normalize('NFD').replace(accents, '')
}

/** NFKC, one case, every dash as `-`, every space as U+0020. */
function folded(text: string): string {
  // Upper case, because lower case keeps the two small sigmas apart, and `ß` from `SS`.
  if (ascii.test(text)) return text.toUpperCase()
  const plain = text.normalize('NFKC').toUpperCase().normalize('NFKC')
  return plain.replace(/\p{Pd}/gu, '-').replace(/\p{Zs}/gu, ' ')
}

const ascii = /^[ -~]*$/
/** The accents of Latin, Greek and Cyrillic. Marks of other scripts are vowels and consonants: they make other words. */
const accents = /[\u0300-\u036f]/g
