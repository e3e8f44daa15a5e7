import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Where the page may ask what an outcome is: where it is worded. */
const wording = ['resource/outcome-message.ts']

/** What asks: a member of an outcome, or one of the words that only an outcome has. */
const asks = [
  /\boutcome\??\.(delivery|readBack|blockedBy|sideEffect)\b/,
  /\b(readBack|sideEffect)\??\.(status|type|reason|unrequestedFields|attempts|tokenToRecreate|deletion)\b/,
  /(?<!typeof )\b(delivery|blockedBy) [!=]== '/,
  /'(matches|unchanged|unavailable|replace-incomplete|repair-failed|time-unit-misread|renamed-row-missing)'/,
  /\{[^{}]*\b(readBack|sideEffect|blockedBy)\b[^{}]*\}(: [^={}()]*)? = outcome\b/,
  /\{[^{}]*\b(delivery|readBack|blockedBy|sideEffect)\b[^{}]*\}: (Pick<)?(Outcome|TokenOutcome|UserOutcome)\b/,
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
  "if (outcome.delivery === 'accepted') return",
  'const isOdd = outcome?.sideEffect !== undefined',
  "const row = 'row' in outcome.readBack ? outcome.readBack.row : undefined",
  "return readBack.status === 'unavailable'",
  "sideEffect?.type === 'replaced'",
  'const { request, blockedBy } = outcome',
  'export const a = ({ readBack }: Outcome<Row, object>) => readBack',
  "  if (blockedBy === 'name-taken') return",
])('the scan finds: %s', (line) => expect(askingLines(line)).toEqual([line]))
