import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, 'web')

/** The files of the page, without tests, but for `except`. */
const pageFiles = (except: readonly string[]) => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|^testing\//.test(file) && !except.includes(file),
  )
  expect(files.length).toBeGreaterThan(100)
  return files
}

const linesIn = (files: readonly string[], patterns: readonly RegExp[]) =>
  files.flatMap((file) =>
    matchingLines(readFileSync(join(web, file), 'utf8'), patterns).map((line) => `${file}: ${line.trim()}`),
  )

const matchingLines = (text: string, patterns: readonly RegExp[]) =>
  text.split('\n').filter((line) => !/^\s*(\/\/|\/?\*)/.test(line) && patterns.some((pattern) => pattern.test(line)))

/** What asks an outcome: a member of it, or one of the words that only an outcome has. */
const outcomeQuestions = [
  /\b(outcome|later|laterOutcome)\??\.(delivery|readBack|blockedBy|sideEffect)\b/,
  /\b(readBack|sideEffect)\??\.(status|type|reason|unrequestedFields|attempts|tokenToRecreate|deletion)\b/,
  /(?<!typeof )\b(delivery|blockedBy) [!=]== '/,
  /'(matches|unchanged|unavailable|replace-incomplete|repair-failed|time-unit-misread|renamed-row-missing)'/,
  /\{[^{}]*\b(delivery|readBack|sideEffect|blockedBy)\b[^{}]*\}(: [^={}()]*)? = outcome\b/,
  /\{[^{}]*\b(delivery|readBack|blockedBy|sideEffect)\b[^{}]*\}: (Pick<)?(Outcome|TokenOutcome|UserOutcome)\b/,
]

test('what an outcome is, is asked only by the contract, where its facts are decided, and where it is worded', () => {
  const files = pageFiles(['resource/outcome-facts.ts', 'resource/outcome-sentences.ts'])
  expect(linesIn(files, outcomeQuestions)).toEqual([])
})

/** What reads the words, the colour or the buttons of a message, besides showing its sentence. */
const messageQuestions = [
  /\bfollowUps\b/,
  /\bmessages?\)?\??\.(tone|status|followUps)\b/i,
  /\{[^{}]*\b(tone|status)\b[^{}]*\}(: [^={}()]*)? = (\w+[?.]*\.)*message\b/i,
  /\bmessage\??\.text\)?( [!=]==? |\??\.\w)/i,
  /(===|!==) (\w+[?.]*\.)*message\??\.text\b/i,
]

test('what came of a write is read off its facts, never off the words, the colour or the buttons of a message', () => {
  const files = pageFiles([
    'resource/outcome-facts.ts',
    'resource/outcome-message.ts',
    'resource/result-message.ts',
    'jobs/result-note.tsx',
  ])
  expect(linesIn(files, messageQuestions)).toEqual([])
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
])('the scan finds: %s', (line) => expect(matchingLines(line, outcomeQuestions)).toEqual([line]))

test.each([
  "items.filter(({ message }) => message?.followUps.includes('undo') === true)",
  "if (message.tone === 'repair') return 'needs-repair'",
  "if (job?.items[0]?.message?.status === 'success') onDeleted()",
  'const { tone } = item.message',
  "if (message.text === 'Saved.') return",
  "if (item.message?.text.startsWith('Saved')) return",
  'return described.text === item.message?.text ? undefined : described',
  'message?.followUps.some((next) => next === "retry")',
])('the scan for messages finds: %s', (line) => expect(matchingLines(line, messageQuestions)).toEqual([line]))
