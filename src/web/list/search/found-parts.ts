import { searchKey, searchWords } from '#contract/list/name-keys.ts'
import type { Part } from '#web/ui/names/foreign.tsx'

/** The parts of a name that contain the words of a search, in order. */
export function foundParts(name: string, text: string): readonly Part[] {
  if (text === '') return []
  let key = ''
  /** For each character of the key, the letter of the name that it comes from. */
  const letters: Part[] = []
  let from = 0
  for (const letter of name.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []) {
    const part = searchKey(letter)
    const to = from + letter.length
    key += part
    letters.push(...Array.from({ length: part.length }, () => [from, to] as const))
    from = to
  }
  const found = new Set<Part>()
  for (const word of searchWords(text)) {
    for (let at = key.indexOf(word); at >= 0; at = key.indexOf(word, at + 1))
      for (const letter of letters.slice(at, at + word.length)) found.add(letter)
  }
  const parts: [number, number][] = []
  for (const [from, to] of letters.filter((letter) => found.has(letter))) {
    const last = parts.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = to
    else parts.push([from, to])
  }
  return parts
}
