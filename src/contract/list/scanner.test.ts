import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problemOf, type Problem } from '#contract/problem.ts'
import { piecesOf } from './scanner.ts'
import { arriving, cutAt } from '#contract/testing/streams.ts'
import { anyText } from '#contract/testing/texts.ts'

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
async function reading(response: Response, cap = 1e9): Promise<{ rows: unknown[]; problem?: Problem | undefined }> {
  const rows: unknown[] = []
  try {
    for await (const piece of piecesOf(response, { keys, cap })) rows.push(...piece.rows)
    return { rows }
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
          const { rows: read, problem } = await reading(arriving(cutAt(said, cuts)))
          expect(problem).toBeUndefined()
          expect(read).toEqual(JSON.parse(JSON.stringify(rows)))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('is the same one when it arrives byte by byte, characters and escapes cut in half', async () => {
    const rows = [{ name: 'ключ 😀 "q" \\ \u0000 \ud83d' }, { name: '__proto__', deep: [[['],[']]] }, 7, null]
    const said = `{"meta":{"data":"[1]"},"data":${JSON.stringify(rows)}}`
    const pieces = cutAt(said, [...new TextEncoder().encode(said).keys()])
    expect(await reading(arriving(pieces))).toEqual({ rows })
  })

  test('may be empty', async () => {
    for (const said of ['[]', ' [ ] ', '{"data":[]}', '{"tokens": [\n] }'])
      expect(await reading(new Response(said))).toEqual({ rows: [] })
  })

  test('begins with the array of a known key; arrays elsewhere are not the list', async () => {
    const said = '{"warnings":["x"],"nested":{"data":[1]},"items":[{"a":1}],"data":[2]}'
    expect(await reading(new Response(said))).toEqual({ rows: [{ a: 1 }] })
  })

  test('may begin with more blanks than a page would', async () => {
    expect((await reading(arriving([' '.repeat(500), '\n'.repeat(500), '[1]']))).rows).toEqual([1])
  })

  test('may hold a row of any depth', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect((await reading(new Response(`[{"a":${deep}},${deep}]`))).rows).toHaveLength(2)
  })
})

test('what stands around the list is told at its end', async () => {
  const said: unknown[] = []
  for await (const { around } of piecesOf(new Response('{"a":1,"data":[7],"b":["c"]}'), { keys, cap: 99 }))
    said.push(around)
  expect(said).toEqual([undefined, { a: 1, data: [], b: ['c'] }])
})

test('a reading that has seen enough ends there, and the rest is not fetched', async () => {
  let cancelled = false
  const seen: unknown[] = []
  const response = arriving(['[{"n":1},', '{"n":2},', '{"n":3},', '{"n":'], {}, () => (cancelled = true))
  for await (const { rows } of piecesOf(response, { keys, cap: 1e9 })) if (seen.push(...rows) === 2) break
  expect([seen, cancelled]).toEqual([[{ n: 1 }, { n: 2 }], true])
})

test('an upstream that never lets go does not hold up the reader', async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('[1,2')),
    cancel: () => new Promise(() => undefined),
  })
  for await (const { rows } of piecesOf(new Response(body), { keys, cap: 99 })) {
    expect(rows).toEqual([1])
    break
  }
})

test('every byte that arrives is reported, so that a stall can be told', async () => {
  let bytes = 0
  for await (const piece of piecesOf(arriving(['["é', '",2]']), { keys, cap: 99 })) bytes += piece.bytes
  expect(bytes).toBe(8)
})

test('an abort of the stream stays an abort', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new DOMException('stopped', 'AbortError')) })
  await expect(piecesOf(new Response(body), { keys, cap: 99 }).next()).rejects.toMatchObject({ name: 'AbortError' })
})
