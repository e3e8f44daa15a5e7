import { expect, test } from 'vitest'
import { learnedLines, seenWords } from '#contract/probe/point-words.ts'
import { Learned, seenOf, type Point } from './learned.ts'
import { pointNames, points, reasons } from '#contract/probe/points.ts'

test('what was learned is read back as it was kept, also after a way through JSON', () => {
  const learned: Learned = {
    'omitted-on-put': { seen: 'kept', at: 5 },
    'duplicate-on-create': { seen: 'refused', status: 409, at: 6 },
    'success-codes': { seen: 'other', with: ['DELETE 200', 'POST 202'], at: 7 },
    events: { notSeen: 'not-visible', at: 8 },
  }
  expect(Learned.parse(JSON.parse(JSON.stringify(learned)))).toEqual(learned)
  expect(seenOf(learned, 'omitted-on-put')).toBe('kept')
  expect(seenOf(learned, 'events')).toBe(undefined)
  expect(seenOf(learned, 'flags')).toBe(undefined)
})

test('a point that cannot be read is forgotten, and so is everything that is no point', () => {
  const kept = {
    'omitted-on-put': { seen: 'eaten', at: 5 },
    flags: { seen: 'number', at: 'yesterday' },
    events: { seen: '', at: 1 },
    'token-fields': { seen: 'with-updated-at', at: 1, with: ['eyJhbGciOi.J9'] },
    'list-shape': 'data',
    'value-on-put': { seen: 'new', at: 2, value: 'a secret' },
    secret: 'a secret',
  }
  expect(Learned.parse(kept)).toEqual({ 'value-on-put': { seen: 'new', at: 2 } })
  expect(Learned.safeParse('nothing').success).toBe(false)
})

test('every choice of every point has words, with its status where they need one', () => {
  for (const name of pointNames) {
    for (const seen of Object.keys(points[name].choices)) {
      const point = { seen, at: 1, status: 418, with: ['POST 201'] } as Extract<Point, { seen: unknown }>
      expect(seenWords(name, point), name).toMatch(/^[^<>]{2,120}$/)
      expect(seenWords(name, point)).not.toContain('{status}')
      expect(seenWords(name, point)).not.toContain('{with}')
    }
  }
  for (const reason of Object.values(reasons)) expect(reason).toMatch(/^[a-z]\w* /)
})

test('the table has a line for every point, in one order, each with its own title', () => {
  const lines = learnedLines({
    'duplicate-on-create': { seen: 'ignored', status: 201, at: 3 },
    events: { notSeen: 'not-visible', at: 4 },
  })
  expect(lines.map(({ name }) => name)).toEqual(pointNames)
  expect(new Set(lines.map(({ title }) => title)).size).toBe(pointNames.length)
  const line = (name: string) => lines.find((one) => one.name === name)
  expect(line('duplicate-on-create')).toMatchObject({
    isSeen: true,
    says: 'answered 201, nothing changed',
    at: 3,
  })
  expect(line('events')).toMatchObject({
    isSeen: false,
    says: 'could not be determined: no call of the API shows it',
    at: 4,
  })
  expect(line('flags')).toMatchObject({ isSeen: false, says: 'not checked yet', at: undefined })
})
