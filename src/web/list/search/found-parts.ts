import { searchKey, searchWords } from '#contract/list/name-keys.ts'

/**
 * A name as it is shown, in parts: every second one contains words of the search. A character that is spelled out counts
 * as what it stands for.
 */
export function foundParts(shown: string, search: string): readonly string[] {
  if (search === '') return [shown]
  const letters = shown.match(/⟨U\+[\dA-F]+⟩|\P{M}\p{M}*|\p{M}+/gu) ?? []
  const keys = letters.map((letter) => searchKey(letter.replace(/^⟨U\+(.+)⟩$/, (_, code) => charOf(code))))
  const key = keys.join('')
  /** For each character of the key, the place of the letter that it comes from. */
  const places = keys.flatMap((part, place) => Array.from({ length: part.length }, () => place))
  const found = new Set<number>()
  for (const word of searchWords(search)) {
    for (let at = key.indexOf(word); at >= 0; at = key.indexOf(word, at + 1))
      for (const place of places.slice(at, at + word.length)) found.add(place)
  }
  const parts = ['']
  for (const [place, letter] of letters.entries()) {
    const isInFound = parts.length % 2 === 0
    if (found.has(place) === isInFound) parts[parts.length - 1] += letter
    else parts.push(letter)
  }
  return parts
}

const charOf = (code: string) => String.fromCodePoint(Number.parseInt(code, 16))
