import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const maxWordCount = 20

/** Strings, templates and the text of elements, without comments. What a template inserts counts as one word. */
const texts = (source: string): string[] => {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '')
  const matches = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`|>([^<>={}]+)</g)
  return Array.from(matches, ([, string, template, text]) =>
    (string ?? template ?? text ?? '').replaceAll(/\$\{[^}]*\}/g, 'X').replaceAll(/\s+/g, ' '),
  )
}

const longSentences = (source: string): string[] =>
  texts(source)
    .flatMap((text) => text.split(/(?<=[.!?:;]) /))
    .filter((sentence) => sentence.split(' ').filter((word) => /\p{L}/u.test(word)).length > maxWordCount)
    .filter((sentence) => !/^M[\d.]/.test(sentence)) // the path of an icon

test('a sentence of the page has at most twenty words', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
  expect(longSentences(`const a = '${words(20)}. ${words(20)}.' // ${words(30)}`)).toEqual([])
  expect(longSentences(`<p>${words(21)}.</p>`)).toEqual([`${words(21)}.`])
  expect(longSentences(`const a = \`\${name} ${words(20)}\``)).toHaveLength(1)

  const root = join(import.meta.dirname, 'web')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|^testing/.test(file),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap((file) => longSentences(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
