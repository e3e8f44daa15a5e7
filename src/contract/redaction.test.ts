import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ColumnBuilder } from './column-builder.ts'
import { RowCursor } from './columns.ts'
import { frameOf, lastFrame } from './list-frames.ts'
import type { PassedRow } from './passed-row.ts'
import type { Part } from './problem.ts'
import { readFrames } from './reading-frames.ts'
import { createRedaction } from './redaction.ts'
import { hostedRows, saidRows } from './row-parsing.ts'
import { rowFrom } from './row-scanner.ts'
import type { RowParts } from './row-parts.ts'
import { arriving } from './testing/streams.ts'
import { anyText } from './testing/texts.ts'

const bearer = 'the-bearer'
const key = 'a-key'
const jwt = (claims: object) => `${btoa('{"alg":"HS256"}')}.${btoa(JSON.stringify(claims))}.c2lnbmF0dXJl`

/** As it arrives. */
const sent = (row: PassedRow | undefined): unknown => JSON.parse(JSON.stringify(row))

const flag = fc.constantFrom(true, false, 1, 0, '1', 'true', 'no', null, 7, {}, [])
const moment = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.constantFrom(
    null,
    '',
    'soon',
    '2026-02-30',
    '2026-11-21T08:00:00+01:00',
    '+012345-01-01',
    '1'.repeat(30),
    {},
    [1],
  ),
)
const value = fc.oneof(anyText(), fc.constant(bearer), fc.record({ iat: moment, exp: moment }).map(jwt), fc.constant(7))
const row = fc.dictionary(
  fc.constantFrom('name', 'email', 'expiration_date', 'created_at', 'updated_at', 'active', 'write', 'admin', 'token'),
  fc.oneof(anyText(), flag, moment, value),
)

/** One row as the page has it, of a list and of a read of single rows; undefined: it cannot be read. */
async function passed(
  part: Part,
  row: unknown,
): Promise<{ listed: RowParts | undefined; single: RowParts | undefined }> {
  const redaction = createRedaction(part, { bearer, key })
  const parts = redaction.row(row)
  const builder = new ColumnBuilder()
  if (parts !== undefined) builder.add(parts)
  const frames = [
    frameOf(builder.take(), parts === undefined ? [1] : []),
    lastFrame(1, new Uint32Array(parts ? 1 : 0), true),
  ]
  let listed: RowParts | undefined
  await readFrames(arriving(frames), { cap: 1e9 }, (columns) => {
    if (columns.count > 0) listed = new RowCursor().to(columns, 0).parts
  })
  const wanted = createRedaction(part, { bearer, key, names: new Set(parts && [parts.name]) }).wanted(row)
  return { listed, single: hostedRows.parse(sent(await wanted)) }
}

describe('what a host passes on of a row', () => {
  test('the page reads it as it would have read the row itself', async () => {
    await fc.assert(
      fc.asyncProperty(row, async (said) => {
        const row = rowFrom(JSON.stringify(said))
        for (const part of ['tokens', 'users'] as const) {
          const parts = saidRows(part, bearer).parse(row)
          // Names of unknown fields stand beside the rows of a list.
          const itself = parts && { ...parts, others: undefined }
          const { listed, single } = await passed(part, row)
          expect(listed).toEqual(itself)
          expect(single && { ...single, fingerprint: undefined }).toEqual(itself)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('digits that no JavaScript number holds arrive', async () => {
    const row = rowFrom('{"name":"a","expiration_date":123456789012345678901,"updated_at":1e999}')
    for (const kept of Object.values(await passed('tokens', row))) {
      expect(kept?.moments[0]).toEqual({ spelled: 'integer', integer: 123_456_789_012_345_678_901n })
      expect(kept?.moments[2]).toEqual({ spelled: 'unreadable' })
    }
  })

  test('no secret stands in it, wherever a service puts one, and not in part', () => {
    const canary = 'Kanarienvogel-0123456789'
    const places = fc.constantFrom(
      'token',
      'value',
      'secret',
      'jwt',
      'password',
      'active',
      'expiration_date',
      'updated_at',
      'uuid',
      'carried',
      '__proto__',
      'more',
    )
    const shape = fc.constantFrom<(text: string) => unknown>(
      (text) => text,
      (text) => ({ claims: text, fingerprint: text, yours: text, [text]: text }),
      (text) => [text],
      (text) => jwt({ iat: text, exp: text, sub: text }),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(places, shape), { minLength: 1, maxLength: 5 }), (put) => {
        const said = Object.fromEntries([['name', 'a'], ['email', 'a'], ...put.map(([at, as]) => [at, as(canary)])])
        const row = rowFrom(JSON.stringify(said))
        for (const part of ['tokens', 'users'] as const) {
          const builder = new ColumnBuilder()
          const parts = createRedaction(part, { bearer, key }).row(row)
          if (parts !== undefined) builder.add(parts)
          const passed = Buffer.from(frameOf(builder.take(), [])).toString('latin1')
          expect(passed).not.toContain(canary.slice(0, 8))
          expect(passed).not.toContain(btoa(canary).slice(0, 8))
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('a row without a name is one that cannot be read', async () => {
    expect(await passed('tokens', { nom: 'a' })).toEqual({ listed: undefined, single: undefined })
    expect(await passed('users', [1, 2])).toEqual({ listed: undefined, single: undefined })
  })
})

describe('a read of single rows', () => {
  const row = (name: string, token: string) => ({ name, token, updated_at: 5 })

  test('gives those rows, the first of each name, each with a fingerprint, and then it is done', async () => {
    const redaction = createRedaction('tokens', { bearer, key, names: new Set(['a', 'b']) })
    expect(redaction.wanted(row('c', 's3cret-c'))).toBeUndefined()
    const first = await redaction.wanted(row('a', 's3cret-a'))
    expect(redaction.wanted(row('a', 'another'))).toBeUndefined()
    expect(redaction.isDone()).toBe(false)
    const second = await redaction.wanted(row('b', 's3cret-a'))
    expect(redaction.isDone()).toBe(true)
    const prints = [first, second].map((said) => hostedRows.parse(sent(said))?.fingerprint)
    expect(prints[0]).toMatch(/^[0-9a-f]{24}$/)
    expect(prints[1]).toBe(prints[0])
    expect(JSON.stringify(first)).not.toContain('s3cret')
  })

  test('under another key the same value has another fingerprint', async () => {
    const prints = await Promise.all(
      ['one', 'two'].map(async (one) =>
        createRedaction('tokens', { bearer, key: one, names: new Set(['a']) }).wanted(row('a', 'same')),
      ),
    )
    expect(prints[0]).not.toBe(prints[1])
  })
})
