import { expect, test } from 'vitest'
import { learnedLines, type Comparison } from '#contract/probe/point-words.ts'
import { Learned, seenOf } from './learned.ts'
import { pointNames, points, reasons, type PointName } from '#contract/probe/points.ts'

test('what was learned is read back as it was kept, also after a way through JSON', () => {
  const learned: Learned = {
    'omitted-on-put': { seen: 'kept', at: 5 },
    'duplicate-on-create': { seen: 'refused', status: 409, at: 6 },
    administrators: { notSeen: 'not-visible', at: 8 },
  }
  expect(Learned.parse(JSON.parse(JSON.stringify(learned)))).toEqual(learned)
  expect(seenOf(learned, 'omitted-on-put')).toBe('kept')
  expect(seenOf(learned, 'administrators')).toBe(undefined)
  expect(seenOf(learned, 'sign-in')).toBe(undefined)
})

test('a point that cannot be read is forgotten, and so is everything that is no point', () => {
  const stored = {
    'omitted-on-put': { seen: 'eaten', at: 5 },
    'sign-in': { seen: 'offered', at: 'yesterday' },
    administrators: { seen: '', at: 1 },
    'users-list': 'offered',
    'value-on-put': { seen: 'new', at: 2, value: 'a secret' },
    'content-type': { seen: 'sent', at: 3 }, // of an older version
    secret: 'a secret',
  }
  expect(Learned.parse(stored)).toEqual({ 'value-on-put': { seen: 'new', at: 2 } })
  expect(Learned.safeParse('nothing').success).toBe(false)
})

test('every choice of every point has words, with its status where they need one', () => {
  for (const name of pointNames) {
    for (const seen of Object.keys(points[name].choices)) {
      const learned = { [name]: { seen, at: 1, status: 418 } } as Learned
      const [line] = learnedLines(learned).filter(({ at }) => at === 1)
      expect(line?.finding, name).toMatch(/^[A-Z][^<>{}]{2,120}$/)
    }
  }
  for (const reason of Object.values(reasons)) expect(reason).toMatch(/^[a-z]\w* /)
})

test('the table has fourteen lines, each with its own title', () => {
  const titles = learnedLines({}).map(({ title }) => title)
  expect(titles).toHaveLength(14)
  expect(new Set(titles).size).toBe(14)
})

const line = (title: string, learned: Learned) => learnedLines(learned).find((entry) => entry.title === title)

test('a line about tokens and users names both where they differ, and says it once where they do not', () => {
  const tokens = { seen: 'ignored', status: 201, at: 3 } as const
  const title = 'Creation with a taken name'
  expect(
    line(title, {
      'duplicate-on-create': tokens,
      'user-duplicate-on-create': { seen: 'refused', status: 409, at: 4 },
    }),
  ).toEqual({
    title,
    finding: 'Tokens: Answered 201, nothing changed · Users: Refused (409)',
    comparison: 'harmful',
    at: 4,
  })
  expect(line(title, { 'duplicate-on-create': tokens, 'user-duplicate-on-create': tokens })).toMatchObject({
    finding: 'Answered 201, nothing changed',
  })
})

test.each<[keyof Learned, string, Comparison]>([
  ['tokens-part', 'on', 'as-documented'],
  ['moments-unit', 'seconds', 'differs'],
  ['create-swaps-flags', 'yes', 'differs'],
  ['sign-in', 'offered', 'fact'],
  ['users-list', 'absent', 'fact'],
  ['value-on-put', 'kept', 'fact'],
  ['value-on-put', 'new-refused', 'harmful'],
  ['duplicate-on-create', 'ignored', 'harmful'],
  ['list-carries-secret', 'yes', 'harmful'],
  ['expiry-enforced-in', 'not-at-all', 'harmful'],
])('“%s” seen as “%s” is marked “%s”: only what is documented is green', (name, seen, comparison) => {
  const { title } = points[name as PointName]
  expect(line(title, { [name]: { seen, status: 500, at: 1 } } as Learned)?.comparison).toBe(comparison)
})

test('harm to one of tokens and users marks their common line', () => {
  const seen = (choice: 'ignored' | 'refused') => ({ seen: choice, status: 500, at: 1 }) as const
  const comparison = (tokens: 'ignored' | 'refused') =>
    line('Creation with a taken name', {
      'duplicate-on-create': seen(tokens),
      'user-duplicate-on-create': seen('refused'),
    })?.comparison
  expect(comparison('ignored')).toBe('harmful')
  expect(comparison('refused')).toBe('fact')
})

test('a finding that is missing or could not be determined is unknown', () => {
  expect(line('Token without an expiry', { 'no-expiry-means': { notSeen: 'failed', at: 1 } })?.comparison).toBe(
    'unknown',
  )
  expect(line('Token without an expiry', {})).toMatchObject({
    finding: 'Not checked yet',
    comparison: 'unknown',
    at: undefined,
  })
})
