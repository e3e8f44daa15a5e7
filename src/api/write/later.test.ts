import { describe, expect, test } from 'vitest'
import { listOf, token, user } from '#api/testing/lists.ts'
import { wordOf } from '#api/testing/stored-rows.ts'
import type { TokenOutcome, UserOutcome } from './writers.ts'
import { reverifyWrite, type NewerList } from './verify.ts'
import type { ReadBack } from './outcome.ts'
import { createTokenAdapter } from './token-adapter.ts'
import { createUserAdapter } from './user-kind.ts'
import type { Token } from '#api/token.ts'
import type { User } from '#api/user.ts'

const tokens = createTokenAdapter(
  () => 'seconds',
  () => 0,
)
const users = createUserAdapter()
const far = 4_102_444_800
const at = 1000

const row = (more: object = {}) =>
  token({ name: 'a', active: 1, write: 0, expiration_date: far, created_at: 3, updated_at: 5, ...more })
const before = row()
const asAsked = row({ active: 0, updated_at: 6 })
const other = row({ write: 1, updated_at: 7 })
const again = row({ created_at: 8, updated_at: 8 })
const record = { name: 'a', active: false, write: false, expiration_date: far }
const name = { from: 'a', name: 'a', unseen: [] }

/** What the read of each outcome showed: a later list tells the same, whatever it was. */
const shows: ReadBack<Token>[] = [
  { is: 'as-asked', row: asAsked, unseen: [] },
  { is: 'otherwise', row: other, fields: ['active', 'write'], unasked: ['write'] },
  { is: 'as-before', row: before, fields: ['active'] },
  { is: 'unread', why: 'neither-name' },
]

type Words = [string, string, string]
type Table = {
  done: TokenOutcome['done']
  lists: NewerList<Token>[]
  words: Record<'yes' | 'perhaps' | 'refused', Words>
}

const tables: Record<string, Table> = {
  'a save': {
    done: { do: 'save', ...name, before, record, asked: ['active'] },
    lists: [listOf([asAsked], at), listOf([before], at), listOf([other], at)],
    words: {
      yes: ['yes as-asked', 'yes as-before', 'yes otherwise'],
      perhaps: ['yes as-asked', 'perhaps as-before', 'perhaps otherwise'],
      refused: ['yes as-asked', 'refused as-before', 'refused otherwise'],
    },
  },
  'a creation': {
    done: { do: 'create', ...name, record, asked: Object.keys(record) },
    lists: [listOf([asAsked], at), listOf<Token>([], at), listOf([other], at)],
    words: {
      yes: ['yes as-asked', 'yes as-before', 'yes otherwise'],
      perhaps: ['yes as-asked', 'perhaps as-before', 'perhaps otherwise'],
      // A row that is there may be the one because of which it was refused.
      refused: ['refused as-asked', 'refused as-before', 'refused otherwise'],
    },
  },
  'a deletion': {
    done: { do: 'remove', ...name, before, asked: [] },
    lists: [listOf<Token>([], at), listOf([before], at), listOf([again], at)],
    words: {
      yes: ['yes as-asked', 'yes as-before', 'yes as-asked'],
      perhaps: ['yes as-asked', 'perhaps as-before', 'yes as-asked'],
      refused: ['yes as-asked', 'refused as-before', 'yes as-asked'],
    },
  },
}

const cells = Object.entries(tables).flatMap(([act, { words, ...table }]) =>
  (['yes', 'perhaps', 'refused'] as const).flatMap((sent) =>
    shows.map((shown) => ({ act, sent, shown, is: shown.is, words: words[sent], ...table })),
  ),
)

describe('what three later lists show', () => {
  test.each(cells)('of $act, sent: $sent, shown: $is', ({ done, sent, shown, lists, words }) => {
    expect(lists.map((list) => wordOf(reverifyWrite(tokens, { done, sent, shown, at }, list)))).toEqual(words)
  })

  test.each(cells)(
    'of $act, shown: $is, is nothing if it was not sent or the list is older',
    ({ done, shown, lists }) => {
      for (const list of lists) {
        expect(reverifyWrite(tokens, { done, sent: 'no', stop: 'changed', shown, at }, list)).toBeUndefined()
        expect(reverifyWrite(tokens, { done, sent: 'yes', shown, at: at + 1 }, list)).toBeUndefined()
      }
    },
  )

  test('where it has an unreadable row: nothing by absence, and what is there as ever', () => {
    const shown = { is: 'unread', why: 'neither-name' } as const
    for (const [act, { done }] of Object.entries(tables)) {
      const by = (list: NewerList<Token>) => wordOf(reverifyWrite(tokens, { done, sent: 'yes', shown, at }, list))
      expect(by(listOf<Token>([undefined], at))).toBe('not started')
      const isThere = act === 'a deletion' ? 'yes as-before' : 'yes as-asked'
      expect(by(listOf([asAsked, undefined], at))).toBe(isThere)
    }
  })
})

describe('a save of a user without an answer, by a later list', () => {
  const ann = (more: object = {}): User =>
    user({ email: 'ann', admin: false, active: true, created_at: 3, updated_at: 5, ...more })
  const sent = { email: 'ann', admin: true, active: true }
  const save = (more: Partial<UserOutcome['done']>, was: UserOutcome['sent'] = 'perhaps'): UserOutcome => ({
    done: { do: 'save', from: 'ann', name: 'ann', before: ann(), record: sent, asked: ['admin'], unseen: [], ...more },
    sent: was,
    shown: { is: 'as-before', row: ann(), fields: ['admin'] },
    at,
  })
  const word = (outcome: UserOutcome, ...rows: (User | undefined)[]) =>
    wordOf(reverifyWrite(users, outcome, listOf<User>(rows, at)))
  const password = { unseen: ['password'] }
  const admin = ann({ admin: true, updated_at: 6 })

  test('is saved with its password where another field shows it, else never', () => {
    expect(word(save({ ...password, asked: ['admin', 'password'] }), admin)).toBe('yes as-asked')
    expect(word(save({ ...password, asked: ['admin', 'password'] }), ann())).toBe('perhaps as-before')
    // Anybody’s update moves the date.
    const alone = save({ ...password, asked: ['password'], record: { ...sent, admin: false } })
    expect(word(alone, ann({ updated_at: 9 }))).toBe('perhaps as-asked')
  })

  test('refused, is never saved with a password', () => {
    expect(word(save({ ...password, asked: ['admin', 'password'] }, 'refused'), admin)).toBe('refused as-asked')
  })

  test('renamed, is looked for under both names', () => {
    const record = { ...sent, new_email: 'bea', admin: false }
    const rename = save({ name: 'bea', asked: ['email'], record })
    const bea = ann({ email: 'bea' })
    expect(word(rename, bea)).toBe('yes as-asked')
    expect(word(save({ name: 'bea', asked: ['email', 'password'], record, ...password }), bea)).toBe('yes as-asked')
    expect(word(rename, ann())).toBe('perhaps as-before')
    // The new name may be somebody else’s while the former row stands.
    expect(word(rename, ann(), ann({ email: 'bea', admin: true }))).toBe('perhaps as-before')
    expect(word(rename)).toBe('not started')
    for (const rows of [[bea, undefined], [ann(), undefined], [undefined]])
      expect(word(rename, ...rows)).toBe('not started')
  })
})

describe('a user whose creation got no answer, by a later list', () => {
  const draft = { email: 'ann', password: '', admin: true, active: false }
  const created = { from: 'ann', name: 'ann', record: draft, asked: ['email', 'admin', 'active'], unseen: ['password'] }
  const silent: UserOutcome = {
    done: { do: 'create', ...created },
    sent: 'perhaps',
    shown: { is: 'as-before', fields: created.asked },
    at,
  }
  const by = (outcome: UserOutcome, flags: Pick<User, 'admin' | 'active'>) =>
    reverifyWrite(users, outcome, listOf<User>([user({ email: 'ann', ...flags })], at))
  const swapped = by(silent, { admin: false, active: true })

  test('is created where its flags are swapped, which nothing else stores', () => {
    expect(wordOf(swapped)).toBe('yes otherwise')
    expect(swapped?.also).toEqual({ did: 'swapped' })
    expect(wordOf(by(silent, { admin: true, active: true }))).toBe('perhaps otherwise')
  })

  test('is as asked once somebody has put it right, and was not this one’s if it was refused', () => {
    expect(swapped && by(swapped, { admin: true, active: false })).not.toHaveProperty('also')
    const refused = by({ ...silent, sent: 'refused' }, { admin: false, active: true })
    expect(wordOf(refused)).toBe('refused otherwise')
    expect(refused).not.toHaveProperty('also')
  })
})

describe('what else was done', () => {
  const missing = record
  const half = (deleted: 'yes' | 'perhaps') => ({ did: 'half-replaced', missing, deleted }) as const

  test('stays told', () => {
    const { done } = tables['a save'] ?? {}
    if (done === undefined) throw new Error('no table')
    const also = { did: 'repaired', tries: 2 } as const
    const shown = { is: 'as-asked', row: asAsked, unseen: [] } as const
    expect(reverifyWrite(tokens, { done, sent: 'yes', shown, at, also }, listOf([asAsked], at))).toMatchObject({ also })
  })

  test('in half: a replacement that arrives late is whole, one whose token is gone is surely deleted', () => {
    const done = { do: 'create', ...name, before, record, asked: [] } as const
    const outcome = {
      done,
      sent: 'perhaps',
      shown: { is: 'as-before', fields: [] },
      at,
      also: half('perhaps'),
    } as const
    expect(reverifyWrite(tokens, outcome, listOf([{ ...asAsked, created_at: again.created_at }], at))).toMatchObject({
      sent: 'yes',
      also: { did: 'replaced' },
    })
    expect(reverifyWrite(tokens, outcome, listOf<Token>([], at))).toMatchObject({ also: half('yes') })
    const deletion = { ...outcome, done: { do: 'remove', ...name, before, asked: [] } } as const
    expect(reverifyWrite(tokens, deletion, listOf([before], at))).toMatchObject({ also: half('perhaps') })
    expect(reverifyWrite(tokens, deletion, listOf<Token>([], at))).toMatchObject({ also: half('yes') })
  })

  test('in another unit: the date stays told as another one', () => {
    const inMilliseconds = { ...record, expiration_date: far * 1000 }
    const done = { do: 'create', ...name, record: inMilliseconds, asked: [] } as const
    const stored = row({ active: 0, expiration_date: far * 1000, updated_at: 1_800_000_000 })
    const shown = { is: 'as-asked', row: stored, unseen: [] } as const
    expect(reverifyWrite(tokens, { done, sent: 'yes', shown, at }, listOf([stored], at))).toMatchObject({
      shown: { is: 'otherwise', fields: ['expiration_date'] },
      also: { did: 'took-other-unit', unit: 'seconds' },
    })
  })

  test('a repair without an answer is done once the value agrees with its row', () => {
    const done = { do: 'save', ...name, before, record: { ...record, active: true }, asked: ['value'] } as const
    const outcome = { done, sent: 'perhaps', shown: { is: 'as-before', row: before, fields: ['value'] }, at } as const
    const valued = (iat: number) => ({ ...row({ updated_at: 7 }), claims: { iat, exp: far } })
    expect(wordOf(reverifyWrite(tokens, outcome, listOf([valued(5)], at)))).toBe('perhaps otherwise')
    expect(wordOf(reverifyWrite(tokens, outcome, listOf([valued(7)], at)))).toBe('yes as-asked')
  })
})
