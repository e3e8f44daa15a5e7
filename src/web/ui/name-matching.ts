/** A name as it can be typed: NFKC, every dash as `-`, straight quotes, every space as U+0020, none at the ends. */
export const toTypeable = (name: string): string => withPlainSigns(name.normalize('NFKC')).trim()

/** The form of a name in which a search looks for words. */
export const searchKey = (name: string): string =>
  asciiOnly.test(name)
    ? name.toUpperCase()
    : foldCase(name, 'NFKD').replace(accents, (sign) => withoutStroke[sign] ?? '')

/** The words of a search. It finds a name if the key of the name contains each of them, in any order. */
export const searchTerms = (text: string): string[] => searchKey(text).split(/\s+/).filter(Boolean)

/** A name without case, accents, spaces and invisible characters: names of the same key are easily taken for each other. */
export const lookalikeKey = (name: string): string => searchKey(name).replace(invisibleChars, '')

/** The keys of a name: an email whose domain has other letters has a second one, with the domain as the mail knows it. */
function lookalikeKeys(name: string): readonly string[] {
  const key = lookalikeKey(name)
  if (asciiOnly.test(name)) return [key]
  const [, local, domain = ''] = /^(.*)@(.+)$/s.exec(name) ?? []
  const address = `http://${domain}`
  if (local === undefined || !URL.canParse(address)) return [key]
  return [key, lookalikeKey(`${local}@${new URL(address).hostname}`)]
}

const invisibleChars = /[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * Finds another one of `names` with the key of a name, which is not `exceptName`. Their keys are made when it is first
 * asked.
 */
export function createLookalikeFinder(
  names: () => Iterable<string>,
): (name: string, exceptName?: string) => string | undefined {
  let byKey: Map<string, string> | undefined
  return (name, exceptName) => {
    if (byKey === undefined) {
      byKey = new Map()
      for (const candidate of names()) for (const key of lookalikeKeys(candidate)) byKey.set(key, candidate)
    }
    const keys = lookalikeKeys(name)
    const match = name === '' ? undefined : keys.map((key) => byKey?.get(key)).find((found) => found !== undefined)
    if (match === undefined || match === name) return undefined
    return match === exceptName
      ? [...names()].find(
          (candidate) =>
            candidate !== exceptName &&
            candidate !== name &&
            lookalikeKeys(candidate).some((key) => keys.includes(key)),
        )
      : match
  }
}

const asciiOnly = /^[ -~]*$/

/** In one case, which is the upper one: lower case keeps the two small sigmas apart, and `ß` from `SS`. */
function foldCase(text: string, form: 'NFKC' | 'NFKD'): string {
  if (asciiOnly.test(text)) return text.toUpperCase()
  return withPlainSigns(text.normalize('NFKC').toUpperCase().normalize(form))
}

// A replaced sign costs more than a skipped one: at 100,000 names half of the time.
const withPlainSigns = (text: string) =>
  text
    .replace(/(?!-)\p{Pd}/gu, '-')
    .replace(/(?! )\p{Zs}/gu, ' ')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[“”]/g, '"')

/**
 * The accents of Latin, Greek and Cyrillic, and letters with a stroke, which Unicode does not take apart. Marks of other
 * scripts are vowels and consonants: they make other words.
 */
const accents = /[\u0300-\u036fØŁĐĦŦ]/g
const withoutStroke: Readonly<Record<string, string>> = { Ø: 'O', Ł: 'L', Đ: 'D', Ħ: 'H', Ŧ: 'T' }
