import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problemOf, type Problem } from './problem.ts'
import { readRows } from './rows.ts'
import { arriving, cutAt } from './testing/streams.ts'
import { anyText } from './testing/texts.ts'

const keys = ['data', 'tokens', 'items']
const hostile = fc.constantFrom(
  '__proto__',
  'constructor',
  'data',
  '"],"',
  '\\',
  '\\"',
  ']}',
  '{"data":[',
  '\ud800',
  '\udfff',
  '😀',
  'ключ',
  '\u0000\n',
)
const text = fc.oneof(hostile, anyText())
const json = fc.jsonValue({ maxDepth: 3 })
const rowsOf = fc.array(fc.oneof(fc.dictionary(text, fc.oneof(text, json)), json), { maxLength: 6 })
const wrapped = fc.constantFrom<(rows: string) => string>(
  (rows) => rows,
  (rows) => `\ufeff \r\n${rows}\n\n`,
  ...keys.map((key) => (rows: string) => `{"${key}":${rows}}`),
  (rows) =>
    `{"note":"data [] \\"tokens\\": [","ok":true,"deep":{"data":[1,[2]],"items":{}},"data" :\t${rows} , "next":[null]}`,
)

/** What a reading came to: the rows, and the Problem it ended in. */
async function reading(
  response: Response,
  cap = 1e9,
): Promise<{ rows: unknown[]; problem?: Problem | undefined; count?: number }> {
  const rows: unknown[] = []
  try {
    const count = await readRows(response, { keys, cap }, (row) => void rows.push(row))
    return { rows, count }
  } catch (error) {
    if (problemOf(error) === undefined) throw error
    return { rows, problem: problemOf(error) }
  }
}

describe('a whole list', () => {
  test('is read row by row in every spelling, wherever it is cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        rowsOf,
        wrapped,
        fc.array(fc.nat(), { maxLength: 8 }),
        fc.constantFrom(0, 2),
        async (rows, wrap, cuts, indent) => {
          const said = wrap(JSON.stringify(rows, null, indent))
          const { rows: read, problem, count } = await reading(arriving(cutAt(said, cuts)))
          expect(problem).toBeUndefined()
          expect(read).toEqual(JSON.parse(JSON.stringify(rows)))
          expect(count).toBe(rows.length)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('is the same one when it arrives byte by byte, characters and escapes cut in half', async () => {
    const rows = [{ name: 'ключ 😀 "q" \\ \u0000 \ud83d' }, { name: '__proto__', deep: [[['],[']]] }, 7, null]
    const said = `{"meta":{"data":"[1]"},"data":${JSON.stringify(rows)}}`
    const pieces = cutAt(said, [...new TextEncoder().encode(said).keys()])
    expect(await reading(arriving(pieces))).toEqual({ rows, count: 4 })
  })

  test('may be empty', async () => {
    for (const said of ['[]', ' [ ] ', '{"data":[]}', '{"tokens": [\n] }'])
      expect(await reading(new Response(said))).toEqual({ rows: [], count: 0 })
  })

  test('begins with the array of a known key; arrays elsewhere are not the list', async () => {
    const said = '{"warnings":["x"],"nested":{"data":[1]},"items":[{"a":1}],"data":[2]}'
    expect(await reading(new Response(said))).toEqual({ rows: [{ a: 1 }], count: 1 })
  })

  test('may begin with more blanks than a page would', async () => {
    expect((await reading(arriving([' '.repeat(500), '\n'.repeat(500), '[1]']))).rows).toEqual([1])
  })

  test('may hold a row of any depth', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    let rows = 0
    await readRows(new Response(`[{"a":${deep}},${deep}]`), { keys, cap: 1e9 }, () => void (rows += 1))
    expect(rows).toBe(2)
  })
})

test('a reading that has seen enough ends there, and the rest is not fetched', async () => {
  let cancelled = false
  const seen: unknown[] = []
  const response = arriving(['[{"n":1},', '{"n":2},', '{"n":3},', '{"n":'], {}, () => (cancelled = true))
  const count = await readRows(response, { keys, cap: 1e9 }, (row) => seen.push(row) === 2)
  expect([count, seen, cancelled]).toEqual([2, [{ n: 1 }, { n: 2 }], true])
})

test('an upstream that never lets go does not hold up the reader', async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('[1,2')),
    cancel: () => new Promise(() => undefined),
  })
  expect(await readRows(new Response(body), { keys, cap: 99 }, () => true)).toBe(1)
})

test('every byte that arrives is reported, so that a stall can be told', async () => {
  let bytes = 0
  await readRows(arriving(['["é', '",2]']), { keys, cap: 99, onChunk: (size) => (bytes += size) }, () => false)
  expect(bytes).toBe(8)
})

test('an abort of the stream stays an abort', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new DOMException('stopped', 'AbortError')) })
  await expect(readRows(new Response(body), { keys, cap: 99 }, () => false)).rejects.toMatchObject({
    name: 'AbortError',
  })
})
