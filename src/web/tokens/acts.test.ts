import { describe, expect, test } from 'vitest'
import type { Token, TokenChange } from '#contract/token.ts'
import type { How, Knows } from '#web/resource/act.ts'
import { token, whole } from '#web/testing/rows.ts'
import { tokenActs } from './acts.ts'

const now = 1_800_000_000_000
const place = { address: '', host: 'h', name: 'Production', example: false, through: 'host' } as const

/** What is known, of a service that counts seconds: there a repair is possible. */
const knows = (known: Partial<Knows<Token>> = {}): Knows<Token> => ({
  now,
  unit: 'seconds',
  you: [],
  list: undefined,
  place,
  isWarned: false,
  ...known,
})
const how = (isUndo = false, repairs = false): How => ({ isUndo, repairs, knowing: [] })

const seconds = (at: number) => whole(at / 1000)
const age = 7_200_000
const row = (name: string, change: Partial<Token> = {}) =>
  token(name, {
    expiration_date: seconds(now + 9e9),
    created_at: seconds(now - age),
    updated_at: seconds(now - age),
    ...change,
  })
const used = row('a')
const off = row('a', { active: false })
const never = row('a', { expiration_date: seconds(now - age) })
const yours = row('mine', { yours: true })
const two = [used, row('b')]

type ActName = Exclude<keyof typeof tokenActs, 'create'>
const asked = (
  act: ActName,
  rows: readonly Token[],
  known = knows(),
  given: { change?: TokenChange; how?: How } = {},
) =>
  tokenActs[act].question?.(
    rows,
    given.change ?? tokenActs[act].change?.(rows[0]!, known) ?? {},
    known,
    given.how ?? how(),
  )

const replaced = 'Saving replaces the value of “a”.'
const spoils = { onUpdate: 'replaces-and-needs-repair' } as const

describe('what is said before a save of one token', () => {
  test.each<[string, ActName, Token, Partial<Knows<Token>>, How, readonly string[]]>([
    [
      'unknown, in use',
      'writeOn',
      used,
      {},
      how(),
      [
        'This service may replace the value of “a”. Programs that use the old value would stop working, and it can’t be restored.',
      ],
    ],
    [
      'unknown, not in use',
      'activate',
      off,
      {},
      how(),
      ['This service may replace the value of “a”. The old one can’t be restored.'],
    ],
    [
      'unknown, deactivated',
      'deactivate',
      used,
      {},
      how(),
      ['Programs that use “a” stop working until you activate it again.', 'Its value may also be replaced for good.'],
    ],
    [
      'kept, deactivated',
      'deactivate',
      used,
      { onUpdate: 'keeps' },
      how(),
      [
        'Programs that use “a” stop working until you activate it again.',
        'Activating it again brings the same value back, even if it leaked. To stop a leak, replace the value.',
      ],
    ],
    [
      'replaced, deactivated',
      'deactivate',
      used,
      spoils,
      how(),
      [
        'Programs that use “a” stop working until you activate it again.',
        'When you activate it again, give programs the new value.',
      ],
    ],
    [
      'replaced, in use',
      'writeOn',
      used,
      { onUpdate: 'replaces' },
      how(),
      [`${replaced} Programs that use it stop working until they get the new one.`],
    ],
    [
      'replaced and repaired',
      'writeOn',
      used,
      spoils,
      how(),
      [
        'Saving replaces the value of “a” and repairs it. Programs that use it stop working until they get the new one.',
      ],
    ],
    [
      'replaced, and no repair is possible',
      'writeOn',
      used,
      { ...spoils, unit: 'milliseconds' },
      how(),
      [`${replaced} The service will probably reject the new one until you repair it.`],
    ],
    ['replaced, not in use', 'activate', off, { onUpdate: 'replaces' }, how(), [replaced]],
    [
      'no expiry, not repaired',
      'writeOn',
      never,
      { ...spoils, unit: 'milliseconds' },
      how(),
      [
        `${replaced} The service will probably reject the new one until you repair it.`,
        '“a” has no expiry set. This save may leave it expired.',
      ],
    ],
    [
      'with whose value the admin signed in',
      'writeOn',
      yours,
      { onUpdate: 'keeps' },
      how(),
      [
        'The value of “mine” stays the same.',
        'You signed in with the value of this token. The service may reject you from now on, and only another admin can undo that.',
      ],
    ],
  ])('%s', (_says, act, one, known, done, sentences) => {
    expect(asked(act, [one], knows(known), { how: done })?.sentences).toEqual(sentences)
  })

  test('nothing is asked where the value is known to be kept, but deactivating always stops programs', () => {
    expect(asked('writeOn', [used], knows({ onUpdate: 'keeps' }))).toBeUndefined()
    expect(asked('activate', [off], knows({ onUpdate: 'keeps' }))).toBeUndefined()
    expect(asked('deactivate', [used], knows({ onUpdate: 'keeps' }))).toBeDefined()
  })

  test('that nobody knows what an update does is said once, but always of a token without an expiry, of several and of your own', () => {
    const warned = { isWarned: true }
    expect(asked('writeOn', [used])?.warns).toBe(true)
    expect(asked('writeOn', [used], knows(warned))).toBeUndefined()
    expect(asked('writeOn', [used], knows({ ...warned, onUpdate: 'replaces' }))?.warns).toBe(false)
    for (const rows of [[never], [yours], two]) expect(asked('writeOn', rows, knows(warned))).toBeDefined()
    expect(asked('deactivate', [used], knows(warned))).toBeDefined()
  })
})

describe('a repair afterwards', () => {
  const says = (rows: readonly Token[], known: Partial<Knows<Token>>, act: ActName = 'writeOn') =>
    asked(act, rows, knows(known))?.repairs

  test('is told where the service is known to need it and it can work', () => {
    expect(says([used], spoils)).toBe(true)
    expect(says([used], { onUpdate: 'replaces' })).toBe(false)
    expect(says([used], { ...spoils, unit: 'milliseconds' })).toBe(false)
  })

  test('is not for a token that ends up inactive: its value is to be rejected', () => {
    expect(says([used], spoils, 'deactivate')).toBe(false)
    expect(says([off], spoils)).toBe(false)
    expect(says([off], spoils, 'activate')).toBe(true)
  })

  test('is done only where it was told, or with an undo, which gives back a value that works', () => {
    const done = (row: Token, by: How) =>
      tokenActs.save.task({ name: 'a', seen: { row, beganAt: 0 }, change: { write: true } }, knows(spoils), by)?.do
    expect(done(used, how(false, true))).toBe('repair')
    expect(done(off, how(false, true))).toBe('save')
    expect(done(used, how())).toBe('save')
    expect(done(used, how(true))).toBe('repair')
  })
})

describe('an act on several tokens', () => {
  test('is asked once, and says what it does to all of them', () => {
    expect(asked('deactivate', two)).toMatchObject({
      title: 'Deactivate 2 tokens?',
      action: 'Deactivate',
      sentences: [
        'Programs that use these tokens stop working until you activate them again.',
        'Their values may also be replaced for good.',
      ],
    })
    expect(asked('writeOff', two, knows({ onUpdate: 'keeps' }))?.sentences).toEqual(['Their values stay the same.'])
  })

  test('leaves out rows that are so already, and the token with which the admin signed in', () => {
    expect(tokenActs.deactivate.refuses?.(off, knows())).toBe('already inactive')
    expect(tokenActs.writeOff.refuses?.(used, knows())).toBe('already read-only')
    for (const act of ['deactivate', 'setExpiry', 'repair', 'replace', 'delete'] as const)
      expect([...(tokenActs[act].spares?.([used, yours], knows()) ?? [])]).toEqual([
        ['mine', 'the token that you signed in with'],
      ])
  })

  test('counts an expiry once, so that all get the same, also those that are done again', () => {
    const dated = tokenActs.setExpiry.dated?.({ after: 5000 }, used, knows())
    expect(dated).toEqual({ expiration_date: { at: now + 5000 } })
    expect(tokenActs.setExpiry.dated?.('not-given', used, knows())).toEqual({ expiration_date: 'not-given' })
    expect(tokenActs.setExpiry.dated?.({ after: 5000 }, used, knows({ ahead: 7000 }))).toEqual({
      expiration_date: { at: now + 12_000 },
    })
    expect(asked('setExpiry', two)?.needsDate).toBe('All of them get the same expiry.')
    expect(asked('setExpiry', two, knows(), { change: { expiration_date: { at: now } } })?.needsDate).toBeUndefined()
  })
})

describe('*Replace value*', () => {
  const past = row('p', { expiration_date: seconds(now - 1000) })
  const odd = row('o', { expiration_date: '?' })

  test('asks for another expiry where the stored one has passed by the service’s clock, or cannot be read', () => {
    expect(asked('replace', [used])?.needsDate).toBeUndefined()
    expect(asked('replace', [never])?.needsDate).toBeUndefined()
    expect(asked('replace', [past])?.needsDate).toBe('The stored expiry has passed, so the new value gets another.')
    expect(asked('replace', [used], knows({ ahead: 1e10 }))?.needsDate).toBe(
      'The stored expiry has passed, so the new value gets another.',
    )
    expect(asked('replace', [odd])?.needsDate).toBe('The stored expiry can’t be read, so the new value gets another.')
    expect(asked('replace', [used, past, odd])?.needsDate).toMatch(
      /^The stored expiry of 2 tokens has passed or can’t be read\./,
    )
    expect(tokenActs.replace.dated?.({ at: 1 }, used, knows())).toEqual({})
    expect(tokenActs.replace.dated?.({ at: 1 }, past, knows())).toEqual({ expiration_date: { at: 1 } })
  })

  test('says that the token is gone for a moment; of several also to keep the tab open', () => {
    expect(asked('replace', [used])?.sentences).toEqual([
      'Programs that use it stop working until they get the new one. The token doesn’t exist for a moment.',
    ])
    expect(asked('replace', [row('off', { active: false })])?.sentences).toEqual([
      'The token doesn’t exist for a moment.',
    ])
    expect(asked('replace', two)?.sentences).toContain('Keep this tab open until you have copied them.')
  })
})

describe('*Delete*', () => {
  test('says what it does, and shows which token it is', () => {
    const question = asked('delete', [used])
    expect(question).toMatchObject({ title: 'Delete “a”?', action: 'Delete token', danger: true })
    expect(question?.sentences).toEqual([
      'Programs that use it stop working. You can’t undo this. A new token with this name gets a different value.',
    ])
    expect(question?.facts?.map(({ label }) => label)).toEqual(['Status', 'Write', 'Updated', 'Service'])
    expect(asked('delete', [row('off', { active: false })])?.sentences).toEqual([
      'You can’t undo this. A new token with this name gets a different value.',
    ])
  })

  test('wants the number of ten tokens or more typed, and the name of the one with which the admin signed in', () => {
    const many = (length: number) => Array.from({ length }, (_, at) => row(`t${at}`))
    expect(asked('delete', many(9))?.typed).toBeUndefined()
    expect(asked('delete', many(10))?.typed).toEqual({ what: 'count', names: ['10'] })
    expect(asked('delete', [yours])?.typed).toEqual({ what: 'name', names: ['mine', 'mine'] })
  })
})

describe('*Repair*', () => {
  const claims = { iat: 1, exp: 2 }
  test('is for active tokens whose value contradicts the row, where a repair can work', () => {
    const refuses = (one: Token, known: Partial<Knows<Token>> = {}) => tokenActs.repair.refuses?.(one, knows(known))
    expect(refuses(row('s', { claims }))).toBeUndefined()
    expect(refuses(row('s', { claims, active: false }))).toBe('not in need of repair')
    expect(refuses(row('s', { claims }), { unit: 'milliseconds' })).toBe('not in need of repair')
    expect(refuses(used)).toBe('not in need of repair')
  })

  test('asks about several, not about one', () => {
    expect(asked('repair', [row('s', { claims })])).toBeUndefined()
    expect(asked('repair', [row('s', { claims }), row('t', { claims })])).toMatchObject({
      title: 'Repair 2 tokens?',
      sentences: ['Each is saved again until its value should work. Programs need the new values.'],
    })
  })
})

test('an undo is named so, and is asked about like any save', () => {
  const question = asked('save', [used], knows(), { change: { write: false }, how: how(true) })
  expect(question).toMatchObject({ title: 'Undo the last change to “a”?', action: 'Undo' })
})
