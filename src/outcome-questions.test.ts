import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Where the page may ask what an outcome is: where it is worded. */
const wording = ['resource/outcome-message.ts']

/** What asks: a member of an outcome, or one of the words that only an outcome has. */
const asks = [
  /\boutcome\??\.(sent|shown|stop|also)\b/,
  /\b(shown|also)\??\.(is|did|why|unasked|tries|missing|deleted)\b/,
  /(?<!typeof )\b(sent|stop) [!=]== '/,
  /'(as-asked|as-before|half-replaced|not-repaired|took-other-unit|neither-name)'/,
  /\{[^{}]*\b(shown|also|stop)\b[^{}]*\}(: [^={}()]*)? = outcome\b/,
  /\{[^{}]*\b(sent|shown|stop|also)\b[^{}]*\}: (Pick<)?(Outcome|TokenOutcome|UserOutcome)\b/,
]

const askingLines = (text: string) =>
  text.split('\n').filter((line) => !/^\s*(\/\/|\/?\*)/.test(line) && asks.some((ask) => ask.test(line)))

test('what an outcome is, is asked only by the contract and where it is worded', () => {
  const web = join(import.meta.dirname, 'web')
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|^testing\//.test(file) && !wording.includes(file),
  )
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    askingLines(readFileSync(join(web, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

test.each([
  "if (outcome.sent === 'yes') return",
  'const isOdd = outcome?.also !== undefined',
  "const row = 'row' in outcome.shown ? outcome.shown.row : undefined",
  "return shown.is === 'unread'",
  "also?.did === 'replaced'",
  'const { done, stop } = outcome',
  'export const a = ({ shown }: Outcome<Row, object>) => shown',
  "  if (stop === 'taken') return",
])('the scan finds: %s', (line) => expect(askingLines(line)).toEqual([line]))
