import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getProblem, type Problem } from '#api/problem.ts'
import { parseListStream } from './list-stream.ts'
import { receiveResponse, streamedResponse, brokenResponse, cutIntoPieces } from '#api/testing/streams.ts'
import { anyText } from '#api/testing/sample-texts.ts'

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
  '\ufeff',
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

const piecesIn = async (response: Response, cap = 1e9) =>
  parseListStream(await receiveResponse(response), 'tokens', cap)

/** What a reading came to: the rows, and the Problem it ended in. */
async function reading(response: Response, cap = 1e9): Promise<{ rows: unknown[]; problem?: Problem | undefined }> {
  const rows: unknown[] = []
  try {
    for await (const piece of await piecesIn(response, cap)) rows.push(...piece.rows)
    return { rows }
  } catch (error) {
    if (getProblem(error) === undefined) throw error
    return { rows, problem: getProblem(error) }
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
          const { rows: read, problem } = await reading(streamedResponse(cutIntoPieces(said, cuts)))
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
    const pieces = cutIntoPieces(said, [...new TextEncoder().encode(said).keys()])
    expect(await reading(streamedResponse(pieces))).toEqual({ rows })
  })

  test('may be empty', async () => {
    for (const said of ['[]', ' [ ] ', '{"data":[]}', '{"tokens": [\n] }'])
      expect(await reading(new Response(said))).toEqual({ rows: [] })
  })

  test('begins with the array of a known key; arrays elsewhere are not the list', async () => {
    const said = '{"warnings":["x"],"nested":{"data":[1]},"items":[{"a":1}],"data":[2]}'
    expect(await reading(new Response(said))).toEqual({ rows: [{ a: 1 }] })
  })

  test('may begin with more spaces than a page would', async () => {
    expect((await reading(streamedResponse([' '.repeat(500), '\n'.repeat(500), '[1]']))).rows).toEqual([1])
  })

  test('may hold a row of any depth', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect((await reading(new Response(`[{"a":${deep}},${deep}]`))).rows).toHaveLength(2)
  })
})

test('a row that is a million characters long is not read on: to parse it would stop everybody else', async () => {
  const longest = `{"name":"${'\\u0001'.repeat(64_000)}","value":"${'x'.repeat(512_000)}"}`
  expect((await reading(streamedResponse(cutIntoPieces(`[${longest},1]`, [300_000, 600_000])))).rows).toHaveLength(2)
  const { problem } = await reading(streamedResponse(['[', ...Array<string>(20).fill('['.repeat(64_000))]))
  expect(problem).toMatchObject({ kind: 'unreadable', received: { form: 'text' }, at: ['after row 0'] })
  expect(problem).toHaveProperty('bytes', 17 * 64_000 + 1)
})

test('the envelope is returned at the end of the list', async () => {
  const said: unknown[] = []
  for await (const { envelope } of await piecesIn(new Response('{"a":1,"data":[7],"b":["c"]}'))) said.push(envelope)
  expect(said).toEqual([undefined, { a: 1, data: [], b: ['c'] }])
})

test('a reading that has seen enough ends there, and the rest is not fetched', async () => {
  let cancelled = false
  const batches: unknown[] = []
  const response = streamedResponse(['[{"n":1},', '{"n":2},', '{"n":3},', '{"n":'], {}, () => (cancelled = true))
  for await (const { rows } of await piecesIn(response)) if (batches.push(...rows) === 2) break
  expect([batches, cancelled]).toEqual([[{ n: 1 }, { n: 2 }], true])
})

test('an upstream that never lets go does not hold up the reader', async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('[1,2')),
    cancel: () => new Promise(() => undefined),
  })
  for await (const { rows } of await piecesIn(new Response(body))) {
    expect(rows).toEqual([1])
    break
  }
})

describe('a list that is not whole', () => {
  test('never looks whole, at whichever byte it ends', async () => {
    await fc.assert(
      fc.asyncProperty(rowsOf, wrapped, fc.nat(), async (rows, wrap, position) => {
        const bytes = new TextEncoder().encode(wrap(JSON.stringify(rows)).trim())
        const { problem } = await reading(streamedResponse([bytes.slice(0, position % bytes.length)]))
        expect(problem?.kind).toBe('unreadable')
      }),
      { numRuns: 500 },
    )
    const said = new TextEncoder().encode('{"note":"é","data":[{"name":"ключ\\u0041"},{"name":"b"}],"end":[1]}')
    for (let end = 0; end < said.length; end += 1) {
      const { problem } = await reading(streamedResponse([said.slice(0, end)]))
      expect(problem, `cut after ${end} bytes`).toMatchObject({ kind: 'unreadable', bytes: end })
    }
  })

  test('reports after which row it broke off, and nothing of its contents', async () => {
    const { problem } = await reading(brokenResponse('[{"token":"s3cret"},{"token":"s3cret"},{"tok'))
    expect(problem).toEqual({
      kind: 'unreadable',
      status: 200,
      received: { form: 'broken-off' },
      bytes: 44,
      at: ['after row 2'],
    })
  })

  test('is malformed in any of these ways, and no parser speaks of it', async () => {
    const malformed = [
      '[1,]',
      '[,1]',
      '[1 2]',
      '[1,,2]',
      '[1]]',
      '[1}',
      '{"data":[1]',
      '[1][2]',
      '[1] x',
      '{"data":[1]]',
      '[{"a":1]}',
      '[{s3cret}]',
      "['s3cret']",
      ']1,[2]',
      '{"data":[1],}',
      '"x" [1]',
      'x[1]',
      '}[1]',
      '[01]',
      '[NaN]',
    ]
    for (const said of malformed) {
      const { problem } = await reading(new Response(said))
      expect(problem?.kind, said).toBe('unreadable')
      expect(JSON.stringify(problem)).not.toMatch(/s3cret|JSON|position|Unexpected/)
    }
  })

  test('is malformed where it ends and is no JSON, and breaks off where more was due', async () => {
    const formOf = async (said: string) => {
      const { problem } = await reading(new Response(said))
      return problem?.kind === 'unreadable' ? problem.received.form : undefined
    }
    for (const said of ['{"data":[{"name":},]}', '[1,]', '[1]]', '[1] x', '{"data":[1],}', '[{"a":1},{"b":2},{"c":}]'])
      expect(await formOf(said), said).toBe('malformed')
    for (const said of ['{"data":[1]', '[{"a":1},{"b":', '{"data":[1],"next":"x', '['])
      expect(await formOf(said), said).toBe('broken-off')
  })

  test('is rejected at once, however many arrays follow what is not a list', async () => {
    // Reading the text before each of them anew takes minutes.
    const arrays = '[]'.repeat(300_000)
    for (const pieces of [['x', arrays], ['{}', arrays], [`${' '.repeat(500_000)}x${arrays}`]]) {
      const { rows, problem } = await reading(streamedResponse(pieces))
      expect([rows, problem?.kind]).toEqual([[], 'unreadable'])
    }
  })

  test('hands over no row of text that only looks like a list further on', async () => {
    for (const said of ['x[{"name":"a"}]', '] {"name":"a"} ,', '"a" [{"name":"a"}]', '{}[{"name":"a"}]'])
      for (const pieces of [[said], said.split(''), [said.slice(0, 1), said.slice(1)]])
        expect((await reading(streamedResponse(pieces))).rows, said).toEqual([])
  })

  test.each<[string, string | undefined, Problem]>([
    ['nothing', '', unreadable('empty', 0, 'the list')],
    ['blanks', ' \n ', unreadable('empty', 3, 'the list')],
    ['a text', 'OK', unreadable('text', 2, 'one of data, tokens, items')],
    ['JSON without a list', '{"data":{}}', unreadable('json', 11, 'one of data, tokens, items')],
    ['a number', '12', unreadable('json', 2, 'one of data, tokens, items')],
    ['no body at all', undefined, unreadable('empty', 0, 'the list')],
  ])('%s is not an empty list', async (_, said, problem) =>
    expect((await reading(new Response(said))).problem).toEqual(problem),
  )

  test('bytes that are not UTF-8 are not guessed', async () => {
    const { problem } = await reading(streamedResponse([new Uint8Array([0x5b, 0x22, 0xe9, 0x22, 0x5d])]))
    expect(problem).toMatchObject({
      kind: 'unreadable',
      bytes: 5,
      received: { form: 'text' },
      at: ['bytes that are not UTF-8'],
    })
  })

  test('bytes of any kind are read in the same way, wherever they are cut', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 5 }),
      text.map((said) => new TextEncoder().encode(said)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { maxLength: 6 }), async (pieces) => {
        const whole = [Buffer.from('["'), ...pieces, Buffer.from('"]')]
        const [atOnce, cut] = [
          await reading(streamedResponse([Buffer.concat(whole)])),
          await reading(streamedResponse(whole)),
        ]
        expect(cut.problem?.kind).toBe(atOnce.problem?.kind)
        if (atOnce.problem === undefined) expect(cut.rows).toEqual(atOnce.rows)
      }),
      { numRuns: 1000 },
    )
  })

  test('a byte order mark is dropped at the beginning of the list and nowhere else', async () => {
    const pieces = ['\ufeff', '["', '\ufeffa', '\ufeff', '"]']
    expect((await reading(streamedResponse(pieces))).rows).toEqual(['\ufeffa\ufeff'])
  })

  test('a page of markup is known by its beginning, however it arrives', async () => {
    const page = `\n\n<!doctype html>\n  <title>Gateway</title>${'<p>'.repeat(500)}`
    for (const pieces of [[page], page.split('')]) {
      const { problem } = await reading(streamedResponse(pieces))
      if (problem?.kind !== 'unreadable' || problem.received.form !== 'html') throw new Error('not taken for a page')
      expect(problem.received.begins).toMatch(/^<!doctype html> <title>Gateway<\/title>/)
      expect(problem.received.begins.length).toBeLessThanOrEqual(60)
    }
    expect((await reading(new Response('<p>'))).problem).toMatchObject({ received: { form: 'html', begins: '<p>' } })
  })

  test('beyond the cap it is not read', async () => {
    let cancelled = false
    const pieces = ['["', ...Array<string>(10).fill('x'.repeat(10)), '"]']
    const { problem } = await reading(
      streamedResponse(pieces, {}, () => (cancelled = true)),
      50,
    )
    expect(problem).toEqual({ kind: 'too-large', cap: 50 })
    expect(cancelled).toBe(true)
    expect((await reading(streamedResponse(pieces), 104)).problem).toBeUndefined()
  })
})

function unreadable(form: 'empty' | 'text' | 'json', bytes: number, location: string): Problem {
  return { kind: 'unreadable', status: 200, received: { form }, bytes, at: [location] }
}
