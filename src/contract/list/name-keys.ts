/** A name as it can be typed: NFKC, every dash as `-`, every space as U+0020, none at the ends. */
export const typeable = (name: string): string => withPlainSigns(name.normalize('NFKC')).trim()

/** Names with the same key are easily taken for each other: they differ in case, kind of dash or space, or spelling. */
export const twinKey = (name: string): string => folded(name, 'NFKC').trim()

/** What a search compares: a name contains a text if the key of the name contains the key of the text. */
export const searchKey = (text: string): string => folded(text, 'NFKD').replace(accents, '')

/** In one case, which is the upper one: lower case keeps the two small sigmas apart, and `ß` from `SS`. */
function folded(text: string, form: 'NFKC' | 'NFKD'): string {
  if (/^[ -~]*$/.test(text)) return text.toUpperCase()
  return withPlainSigns(text.normalize('NFKC').toUpperCase().normalize(form))
}

// A replaced sign costs more than a skipped one: at 100,000 names half of the time.
const withPlainSigns = (text: string) => text.replace(/(?!-)\p{Pd}/gu, '-').replace(/(?! )\p{Zs}/gu, ' ')

/** The accents of Latin, Greek and Cyrillic. Marks of other scripts are vowels and consonants: they make other words. */
const accents = /[\u0300-\u036f]/g
