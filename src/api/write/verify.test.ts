import { describe, expect, test } from 'vitest'
import { listOf, parseToken, parseUser } from '#api/testing/lists.ts'
import { outcomeLabel } from '#api/testing/stored-rows.ts'
import type { TokenOutcome, UserOutcome } from './writers.ts'
import { reverifyWrite, type NewerList } from './verify.ts'
import type { ReadBack } from './outcome.ts'
import { createTokenAdapter } from './token-adapter.ts'
import { createUserAdapter } from './user-adapter.ts'
import type { Token } from '#api/token.ts'
import type { User } from '#api/user.ts'

const tokens = createTokenAdapter(
  () => 'seconds',
  () => 0,
)
const users = createUserAdapter()
const far = 4_102_444_800
const startedAt = 1000

const row = (more: object = {}) =>
  parseToken({ name: 'a', active: 1, write: 0, expiration_date: far, created_at: 3, updated_at: 5, ...more })
const before = row()
const asAsked = row({ active: 0, updated_at: 6 })
const other = row({ write: 1, updated_at: 7 })
const again = row({ created_at: 8, updated_at: 8 })
const record = { name: 'a', active: false, write: false, expiration_date: far }
const name = { previousName: 'a', name: 'a', writeOnlyFields: [] }

/** What the read of each outcome showed: a later list shows the same, whatever it was. */
const shows: ReadBack<Token>[] = [
  { status: 'matches', row: asAsked, writeOnlyFields: [] },
  { status: 'differs', row: other, fields: ['active', 'write'], unrequestedFields: ['write'] },
  { status: 'unchanged', row: before, fields: ['active'] },
  { status: 'unavailable', reason: 'renamed-row-missing' },
]

type OutcomeTexts = [string, string, string]
type Table = {
  done: TokenOutcome['request']
  lists: NewerList<Token>[]
  words: Record<'accepted' | 'unknown' | 'rejected', OutcomeTexts>
}

const tables: Record<string, Table> = {
  'a save': {
    done: { operation: 'update', ...name, before, body: record, requestedFields: ['active'] },
    lists: [listOf([asAsked], startedAt), listOf([before], startedAt), listOf([other], startedAt)],
    words: {
      accepted: ['accepted matches', 'accepted unchanged', 'accepted differs'],
      unknown: ['accepted matches', 'unknown unchanged', 'unknown differs'],
      rejected: ['accepted matches', 'rejected unchanged', 'rejected differs'],
    },
  },
  'a creation': {
    done: { operation: 'create', ...name, body: record, requestedFields: Object.keys(record) },
    lists: [listOf([asAsked], startedAt), listOf<Token>([], startedAt), listOf([other], startedAt)],
    words: {
      accepted: ['accepted matches', 'accepted unchanged', 'accepted differs'],
      unknown: ['accepted matches', 'unknown unchanged', 'unknown differs'],
      // A row that is there may be the one because of which it was rejected.
      rejected: ['rejected matches', 'rejected unchanged', 'rejected differs'],
    },
  },
  'a deletion': {
    done: { operation: 'delete', ...name, before, requestedFields: [] },
    lists: [listOf<Token>([], startedAt), listOf([before], startedAt), listOf([again], startedAt)],
    words: {
      accepted: ['accepted matches', 'accepted unchanged', 'accepted matches'],
      unknown: ['accepted matches', 'unknown unchanged', 'accepted matches'],
      rejected: ['accepted matches', 'rejected unchanged', 'accepted matches'],
    },
  },
}

const cells = Object.entries(tables).flatMap(([act, { words, ...table }]) =>
  (['accepted', 'unknown', 'rejected'] as const).flatMap((delivery) =>
    shows.map((readBack) => ({ act, delivery, readBack, is: readBack.status, words: words[delivery], ...table })),
  ),
)

describe('what three later lists show', () => {
  test.each(cells)('of $act, sent: $delivery, shown: $is', ({ done, delivery, readBack, lists, words }) => {
    expect(
      lists.map((list) =>
        outcomeLabel(reverifyWrite(tokens, { request: done, delivery, readBack, readStartedAt: startedAt }, list)),
      ),
    ).toEqual(words)
  })

  test.each(cells)(
    'of $act, shown: $is, is nothing if it was not sent or the list is older',
    ({ done, readBack, lists }) => {
      for (const list of lists) {
        expect(
          reverifyWrite(
            tokens,
            { request: done, delivery: 'not-sent', blockedBy: 'conflict', readBack, readStartedAt: startedAt },
            list,
          ),
        ).toBeUndefined()
        expect(
          reverifyWrite(tokens, { request: done, delivery: 'accepted', readBack, readStartedAt: startedAt + 1 }, list),
        ).toBeUndefined()
      }
    },
  )

  test('where it has an unreadable row: nothing by absence, and what is there as ever', () => {
    const readBack = { status: 'unavailable', reason: 'renamed-row-missing' } as const
    for (const [act, { done }] of Object.entries(tables)) {
      const by = (list: NewerList<Token>) =>
        outcomeLabel(
          reverifyWrite(tokens, { request: done, delivery: 'accepted', readBack, readStartedAt: startedAt }, list),
        )
      expect(by(listOf<Token>([undefined], startedAt))).toBe('not started')
      const isThere = act === 'a deletion' ? 'accepted unchanged' : 'accepted matches'
      expect(by(listOf([asAsked, undefined], startedAt))).toBe(isThere)
    }
  })
})

describe('a save of a user without an answer, by a later list', () => {
  const ann = (more: object = {}): User =>
    parseUser({ email: 'ann', admin: false, active: true, created_at: 3, updated_at: 5, ...more })
  const body = { email: 'ann', admin: true, active: true }
  const save = (more: Partial<UserOutcome['request']>, was: UserOutcome['delivery'] = 'unknown'): UserOutcome => ({
    request: {
      operation: 'update',
      previousName: 'ann',
      name: 'ann',
      before: ann(),
      body,
      requestedFields: ['admin'],
      writeOnlyFields: [],
      ...more,
    },
    delivery: was,
    readBack: { status: 'unchanged', row: ann(), fields: ['admin'] },
    readStartedAt: startedAt,
  })
  const word = (outcome: UserOutcome, ...rows: (User | undefined)[]) =>
    outcomeLabel(reverifyWrite(users, outcome, listOf<User>(rows, startedAt)))
  const password = { writeOnlyFields: ['password'] }
  const admin = ann({ admin: true, updated_at: 6 })

  test('is saved with its password where another field shows it, else never', () => {
    expect(word(save({ ...password, requestedFields: ['admin', 'password'] }), admin)).toBe('accepted matches')
    expect(word(save({ ...password, requestedFields: ['admin', 'password'] }), ann())).toBe('unknown unchanged')
    // Anybody’s update moves the date.
    const alone = save({ ...password, requestedFields: ['password'], body: { ...body, admin: false } })
    expect(word(alone, ann({ updated_at: 9 }))).toBe('unknown matches')
  })

  test('refused, is never saved with a password', () => {
    expect(word(save({ ...password, requestedFields: ['admin', 'password'] }, 'rejected'), admin)).toBe(
      'rejected matches',
    )
  })

  test('renamed, is looked for under both names', () => {
    const record = { ...body, new_email: 'bea', admin: false }
    const rename = save({ name: 'bea', requestedFields: ['email'], body: record })
    const bea = ann({ email: 'bea' })
    expect(word(rename, bea)).toBe('accepted matches')
    expect(word(save({ name: 'bea', requestedFields: ['email', 'password'], body: record, ...password }), bea)).toBe(
      'accepted matches',
    )
    expect(word(rename, ann())).toBe('unknown unchanged')
    // The new name may be somebody else’s while the former row stands.
    expect(word(rename, ann(), ann({ email: 'bea', admin: true }))).toBe('unknown unchanged')
    expect(word(rename)).toBe('not started')
    for (const rows of [[bea, undefined], [ann(), undefined], [undefined]])
      expect(word(rename, ...rows)).toBe('not started')
  })
})

describe('a user whose creation got no answer, by a later list', () => {
  const draft = { email: 'ann', password: '', admin: true, active: false }
  const created = {
    previousName: 'ann',
    name: 'ann',
    body: draft,
    requestedFields: ['email', 'admin', 'active'],
    writeOnlyFields: ['password'],
  }
  const silent: UserOutcome = {
    request: { operation: 'create', ...created },
    delivery: 'unknown',
    readBack: { status: 'unchanged', fields: created.requestedFields },
    readStartedAt: startedAt,
  }
  const by = (outcome: UserOutcome, flags: Pick<User, 'admin' | 'active'>) =>
    reverifyWrite(users, outcome, listOf<User>([parseUser({ email: 'ann', ...flags })], startedAt))
  const swapped = by(silent, { admin: false, active: true })

  test('is created where its flags are swapped, which nothing else stores', () => {
    expect(outcomeLabel(swapped)).toBe('accepted differs')
    expect(swapped?.sideEffect).toEqual({ type: 'flags-swapped' })
    expect(outcomeLabel(by(silent, { admin: true, active: true }))).toBe('unknown differs')
  })

  test('is as asked once somebody has put it right, and was not this one’s if it was refused', () => {
    expect(swapped && by(swapped, { admin: true, active: false })).not.toHaveProperty('also')
    const refused = by({ ...silent, delivery: 'rejected' }, { admin: false, active: true })
    expect(outcomeLabel(refused)).toBe('rejected differs')
    expect(refused).not.toHaveProperty('also')
  })
})

describe('a side effect of a write', () => {
  const missing = record
  const half = (deleted: 'confirmed' | 'unknown') =>
    ({ type: 'replace-incomplete', tokenToRecreate: missing, deletion: deleted }) as const

  test('stays in what a later list shows', () => {
    const { done } = tables['a save'] ?? {}
    if (done === undefined) throw new Error('no table')
    const also = { type: 'repaired', attempts: 2 } as const
    const readBack = { status: 'matches', row: asAsked, writeOnlyFields: [] } as const
    expect(
      reverifyWrite(
        tokens,
        { request: done, delivery: 'accepted', readBack, readStartedAt: startedAt, sideEffect: also },
        listOf([asAsked], startedAt),
      ),
    ).toMatchObject({ sideEffect: also })
  })

  test('in half: a replacement that arrives late is whole, one whose token is gone is surely deleted', () => {
    const done = { operation: 'create', ...name, before, body: record, requestedFields: [] } as const
    const outcome = {
      request: done,
      delivery: 'unknown',
      readBack: { status: 'unchanged', fields: [] },
      readStartedAt: startedAt,
      sideEffect: half('unknown'),
    } as const
    expect(
      reverifyWrite(tokens, outcome, listOf([{ ...asAsked, created_at: again.created_at }], startedAt)),
    ).toMatchObject({
      delivery: 'accepted',
      sideEffect: { type: 'replaced' },
    })
    expect(reverifyWrite(tokens, outcome, listOf<Token>([], startedAt))).toMatchObject({
      sideEffect: half('confirmed'),
    })
    const deletion = { ...outcome, request: { operation: 'delete', ...name, before, requestedFields: [] } } as const
    expect(reverifyWrite(tokens, deletion, listOf([before], startedAt))).toMatchObject({ sideEffect: half('unknown') })
    expect(reverifyWrite(tokens, deletion, listOf<Token>([], startedAt))).toMatchObject({
      sideEffect: half('confirmed'),
    })
  })

  test('in another unit: the date stays told as another one', () => {
    const inMilliseconds = { ...record, expiration_date: far * 1000 }
    const done = { operation: 'create', ...name, body: inMilliseconds, requestedFields: [] } as const
    const stored = row({ active: 0, expiration_date: far * 1000, updated_at: 1_800_000_000 })
    const readBack = { status: 'matches', row: stored, writeOnlyFields: [] } as const
    expect(
      reverifyWrite(
        tokens,
        { request: done, delivery: 'accepted', readBack, readStartedAt: startedAt },
        listOf([stored], startedAt),
      ),
    ).toMatchObject({
      readBack: { status: 'differs', fields: ['expiration_date'] },
      sideEffect: { type: 'time-unit-misread', unit: 'seconds' },
    })
  })

  test('a repair without an answer is done once the value agrees with its row', () => {
    const done = {
      operation: 'update',
      ...name,
      before,
      body: { ...record, active: true },
      requestedFields: ['value'],
    } as const
    const outcome = {
      request: done,
      delivery: 'unknown',
      readBack: { status: 'unchanged', row: before, fields: ['value'] },
      readStartedAt: startedAt,
    } as const
    const valued = (iat: number) => ({ ...row({ updated_at: 7 }), claims: { iat, exp: far } })
    expect(outcomeLabel(reverifyWrite(tokens, outcome, listOf([valued(5)], startedAt)))).toBe('unknown differs')
    expect(outcomeLabel(reverifyWrite(tokens, outcome, listOf([valued(7)], startedAt)))).toBe('accepted matches')
  })
})
