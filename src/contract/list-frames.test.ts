import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ColumnBuilder } from './column-builder.ts'
import { RowCursor, type Columns } from './columns.ts'
import { frameOf, lastFrame } from './list-frames.ts'
import { ColumnMerger } from './merging.ts'
import { problemOf, type Problem } from './problem.ts'
import { readFrames } from './reading-frames.ts'
import { saidRows } from './row-parsing.ts'
import type { RowParts } from './row-parts.ts'
import { arriving, breaking } from './testing/streams.ts'

const jwt = `a.${btoa('{"iat":5,"exp":9}')}.c`
const parts = (said: object) => saidRows('tokens', 'b').parse(said)!
const someRows = fc.array(
  fc
    .record({
      name: fc.constantFrom('a', 'B', 'ключ', '😀', '', 'name-1', '\ud800'),
      active: fc.constantFrom(true, 0, 'x'),
      token: fc.constantFrom(jwt, 'b', undefined),
      updated_at: fc.constantFrom(1_795_000_000, 1_795_000_000_000, '9007199254740993', '2026-11-22', null, 'soon'),
    })
    .map(parts),
  { maxLength: 5 },
)

function columnsOf(rows: readonly RowParts[]): Columns {
  const builder = new ColumnBuilder()
  for (const row of rows) builder.add(row)
  return builder.take()
}

const rowsIn = (columns: Columns) =>
  Array.from({ length: columns.count }, (_, at) => new RowCursor().to(columns, at).parts)

interface Read {
  rows: RowParts[]
  unreadable: number[]
  order?: number[]
  isExact?: boolean
  problem?: Problem | undefined
}

/** What a reading came to. */
async function reading(response: Response, cap = 1e9): Promise<Read> {
  const merger = new ColumnMerger()
  const unreadable: number[] = []
  const read = (): Read => ({ rows: rowsIn(merger.take()), unreadable })
  try {
    const { byName, isExact } = await readFrames(response, { cap }, (columns, missed) => {
      merger.add(columns)
      unreadable.push(...missed)
    })
    return { ...read(), order: [...byName], isExact }
  } catch (error) {
    if (problemOf(error) === undefined) throw error
    return { ...read(), problem: problemOf(error) }
  }
}

const bytes = (frames: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(frames))
const row = parts({ name: 'a', active: 1, updated_at: 5 })
const whole = bytes([
  frameOf(columnsOf([row, row]), [3]),
  frameOf(columnsOf([row]), []),
  lastFrame(4, Uint32Array.of(2, 0, 1), true),
])
const unreadable = (form: string, after: number) =>
  expect.objectContaining({ kind: 'unreadable', received: { form }, at: [`after row ${after}`] }) as Problem

describe('a list as our host passes it on', () => {
  test('has the rows and the order that were put into it, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(someRows, { maxLength: 4 }),
        fc.array(fc.nat(), { maxLength: 5 }),
        fc.boolean(),
        async (all, cuts, isExact) => {
          const rows = all.flat()
          const order = rows.map((_, at) => rows.length - 1 - at)
          const said = bytes([
            ...all.map((some) => frameOf(columnsOf(some), [])),
            lastFrame(rows.length, Uint32Array.from(order), isExact),
          ])
          const at = [0, ...cuts.map((cut) => cut % said.length), said.length].toSorted((a, b) => a - b)
          const pieces = at.slice(1).map((to, index) => said.slice(at[index], to))
          expect(await reading(arriving(pieces))).toEqual({ rows, unreadable: [], order, isExact })
        },
      ),
      { numRuns: 300 },
    )
  })

  test('has the numbers of those rows that cannot be read', async () => {
    expect(await reading(arriving([whole]))).toEqual({
      rows: [row, row, row],
      unreadable: [3],
      order: [2, 0, 1],
      isExact: true,
    })
  })

  test('never looks whole where it ends before its end', async () => {
    for (let to = 0; to < whole.length; to += 1) {
      const { problem } = await reading(arriving([whole.slice(0, to)]))
      expect(problem).toMatchObject({ kind: 'unreadable', received: { form: 'broken-off' } })
    }
    expect((await reading(breaking('{'))).problem).toEqual(unreadable('broken-off', 0))
    expect((await reading(new Response(null))).problem).toMatchObject({ received: { form: 'empty' } })
  })

  test('is read no further than allowed', async () => {
    expect((await reading(arriving([whole]), whole.length)).problem).toBeUndefined()
    expect((await reading(arriving([whole]), whole.length - 1)).problem).toEqual({
      kind: 'too-large',
      cap: whole.length - 1,
    })
  })
})

/** `whole` with another text of the same length in a head. */
const forged = (from: string, to: string) => {
  const text = Buffer.from(whole).toString('latin1')
  expect(text).toContain(from)
  return arriving([new Uint8Array(Buffer.from(text.replace(from, to), 'latin1'))])
}

describe('what is no such list is malformed', () => {
  test.each<[string, () => Response, number]>([
    ['of another byte order', () => forged('"order":1', '"order":0'), 0],
    ['with more rows than there are', () => forged('"count":2', '"count":3'), 0],
    ['with fewer rows than there are', () => forged('"count":2', '"count":1'), 0],
    ['with rows by halves', () => forged('"count":2', '"count":.'), 0],
    ['with another number of rows at its end', () => forged('"count":4', '"count":3'), 4],
    ['that goes on after its end', () => arriving([whole, lastFrame(4, Uint32Array.of(0), true)]), 4],
    ['of anything', () => arriving(['<!doctype html><p>a gateway says something']), 0],
    ['of zeros', () => arriving([new Uint8Array(100)]), 0],
    ['without end', () => arriving(Array.from({ length: 40 }, () => new Uint8Array(1 << 20).fill(1))), 0],
  ])('%s', async (_, response, after) => {
    expect((await reading(response())).problem).toEqual(unreadable('malformed', after))
  })
})

test('columns that are merged are those of all rows at once', () => {
  fc.assert(
    fc.property(fc.array(someRows, { maxLength: 4 }), (all) => {
      const merger = new ColumnMerger()
      for (const some of all) merger.add(columnsOf(some))
      expect(merger.count).toBe(all.flat().length)
      const merged = merger.take()
      const together = columnsOf(all.flat())
      expect(rowsIn(merged)).toEqual(rowsIn(together))
      expect({ ...merged, lower: undefined, names: undefined }).toEqual({
        ...together,
        lower: undefined,
        names: undefined,
      })
      expect(merger.take().count).toBe(0)
    }),
    { numRuns: 300 },
  )
})
