import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchKey, searchWords } from '#contract/list/name-keys.ts'
import { anyText } from '#contract/testing/texts.ts'
import { foundRanges } from './marks.ts'

const marked = (name: string, text: string) => foundRanges(name, text).map(([from, to]) => name.slice(from, to))

test.each([
  ['ci-deploy', 'DEPLOY', ['deploy']],
  ['ci-deploy', 'deploy ci', ['ci', 'deploy']],
  ['banana', 'an', ['anan']],
  ['banana', 'ana', ['anana']],
  ['Übersetzung', 'uber', ['Über']],
  ['u\u0308bersetzung', 'u', ['u\u0308', 'u']],
  ['straße', 'ass', ['aß']],
  ['proﬁle', 'i', ['ﬁ']],
  ['ｂｉｌｌ-1', 'bill', ['ｂｉｌｌ']],
  ['a\u202eb', 'a', ['a']],
  ['👩‍👩‍👧 ops', 'ops', ['ops']],
  ['a⟨U+2011⟩b-c', 'a-b', ['a⟨U+2011⟩b']],
  ['⟨U+0441⟩i-deploy', 'u', []],
  ['⟨U+0441⟩i⟨U+202E⟩-x␣', 'x i', ['i', 'x']],
  ['ci-deploy', '', []],
  ['ci-deploy', ' ', []],
  ['ci-deploy', 'cd', []],
])('in “%s”, a search for “%s” marks %j', (name, text, parts) => {
  expect(marked(name, text)).toEqual(parts)
})

test('each word of a search that finds a name is inside what is marked in it', () => {
  fc.assert(
    fc.property(anyText(), fc.nat(), fc.nat(), (name, from, length) => {
      const text = name.slice(from % (name.length + 1)).slice(0, length % 6)
      const all = marked(name, text).map(searchKey)
      for (const word of searchWords(text)) {
        // A letter that was cut in two, or that joins its neighbour, finds nothing or has no place of its own.
        fc.pre(
          [...name.matchAll(/\P{M}\p{M}*|\p{M}+/gu)]
            .map(([letter]) => searchKey(letter))
            .join('')
            .includes(word),
        )
        expect(all.some((part) => part.includes(word))).toBe(true)
      }
    }),
  )
})
