import { useEffect, type ReactNode, type RefObject } from 'react'
import { searchKey, searchWords } from '#contract/list/name-keys.ts'

interface Props {
  within: RefObject<HTMLElement | null>
  search: string
}

/**
 * Marks the words of a search in the names that are drawn, without drawing a row again. A browser that knows no
 * highlights marks nothing.
 */
export function Marks({ within, search }: Props): ReactNode {
  // Any render may have drawn other names.
  useEffect(() => {
    if (!('highlights' in CSS)) return undefined
    const names = within.current?.querySelectorAll('[data-name] bdi') ?? []
    const ranges = [...names].flatMap(({ firstChild: text }) =>
      text === null ? [] : foundRanges(text.nodeValue ?? '', search).map((found) => rangeOf(text, found)),
    )
    CSS.highlights.set('found', new Highlight(...ranges))
    return () => void CSS.highlights.delete('found')
  })
  return undefined
}

function rangeOf(text: Node, [from, to]: Found): Range {
  const range = new Range()
  range.setStart(text, from)
  range.setEnd(text, to)
  return range
}

/** From a place in a text to before another one, in UTF-16 units. */
type Found = [from: number, to: number]

/**
 * The parts of a name, as it is shown, that contain words of the search. A character that is spelled out counts as what it
 * stands for.
 */
export function foundRanges(shown: string, search: string): Found[] {
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
  const parts: Found[] = []
  let from = 0
  for (const [place, { length }] of letters.entries()) {
    const last = parts.at(-1)
    if (found.has(place) && last?.[1] === from) last[1] += length
    else if (found.has(place)) parts.push([from, from + length])
    from += length
  }
  return parts
}

const charOf = (code: string) => String.fromCodePoint(Number.parseInt(code, 16))
