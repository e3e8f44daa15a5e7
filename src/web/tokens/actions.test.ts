import { describe, expect, test } from 'vitest'
import type { Token, TokenChange } from '#api/token.ts'
import type { ActionOptions, ActionContext } from '#web/resource/action.ts'
import { tokenRow, timestampOf } from '#web/testing/rows.ts'
import { tokenActions } from './actions.ts'

const now = 1_800_000_000_000
const place = { address: '', host: 'h', name: 'Production', example: false } as const

/** What is known, of a service that counts seconds: there a repair is possible. */
const context = (known: Partial<ActionContext<Token>> = {}): ActionContext<Token> => ({
  now,
  timeUnit: 'seconds',
  ownEmails: [],
  list: undefined,
  service: place,
  isWarned: false,
  ...known,
})
const how = (isUndo = false, repairs = false): ActionOptions => ({ isUndo, repairs, acknowledged: [] })

const seconds = (timestamp: number) => timestampOf(timestamp / 1000)
const age = 7_200_000
const row = (name: string, change: Partial<Token> = {}) =>
  tokenRow(name, {
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

type ActName = Exclude<keyof typeof tokenActions, 'create'>
const confirmationOf = (
  act: ActName,
  rows: readonly Token[],
  known = context(),
  given: { change?: TokenChange; how?: ActionOptions } = {},
) =>
  tokenActions[act].confirmation?.(
    rows,
    given.change ?? tokenActions[act].defaultChange?.(rows[0]!, known) ?? {},
    known,
    given.how ?? how(),
  )

const mayReplace = 'Saving may replace its value, for good.'
const replaced = 'Saving replaces its value; programs need the new one.'
const stops = 'Programs that use “a” stop working until you activate it again.'
const changes = 'Programs can then change data.'
const spoils = { updateEffect: 'replaces-and-needs-repair' } as const
const yoursSays =
  'You signed in with the value of this token. The service may reject you from now on, and only another admin can undo that.'

describe('what is said before a save of one token: first what the action does, then what becomes of the value', () => {
  test.each<[string, ActName, Token, Partial<ActionContext<Token>>, readonly string[]]>([
    ['unknown', 'writeOn', used, {}, [changes, mayReplace]],
    ['unknown, write off', 'writeOff', used, {}, ['Programs can then only read.', mayReplace]],
    ['unknown, not in use', 'activate', off, {}, [mayReplace]],
    ['unknown, deactivated', 'deactivate', used, {}, [stops, mayReplace]],
    [
      'kept, deactivated',
      'deactivate',
      used,
      { updateEffect: 'keeps' },
      [stops, 'Its value stays the same. Activating it again lets whoever has it in. Leaked?'],
    ],
    [
      'replaced, deactivated',
      'deactivate',
      used,
      spoils,
      ['Programs that use “a” stop working. When you activate it again, give them the new value.'],
    ],
    [
      'replaced, deactivated though it has expired',
      'deactivate',
      row('a', { expiration_date: seconds(now - 1000) }),
      spoils,
      ['When you activate it again, give programs the new value.'],
    ],
    ['replaced', 'writeOn', used, { updateEffect: 'replaces' }, [changes, replaced]],
    [
      'replaced and repaired',
      'writeOn',
      used,
      spoils,
      [changes, 'Saving replaces its value and repairs it; programs need the new one.'],
    ],
    [
      'replaced, and no repair is possible',
      'writeOn',
      used,
      { ...spoils, timeUnit: 'milliseconds' },
      ['Saving replaces its value, and the service will probably reject the new one.'],
    ],
    ['replaced, and stays inactive', 'writeOn', off, spoils, [replaced]],
    [
      'no expiry, not repaired',
      'writeOn',
      never,
      { updateEffect: 'replaces' },
      [changes, replaced, '“a” has no expiry. This save may leave it expired.'],
    ],
    ['of your own', 'writeOn', yours, { updateEffect: 'keeps' }, [changes, 'Its value stays the same.', yoursSays]],
  ])('%s', (_says, act, token, known, sentences) => {
    expect(confirmationOf(act, [token], context(known))?.paragraphs).toEqual(sentences)
  })

  test('nothing is asked where the value is known to be kept, but deactivating always stops programs', () => {
    expect(confirmationOf('writeOn', [used], context({ updateEffect: 'keeps' }))).toBeUndefined()
    expect(confirmationOf('activate', [off], context({ updateEffect: 'keeps' }))).toBeUndefined()
    expect(confirmationOf('deactivate', [used], context({ updateEffect: 'keeps' }))).toBeDefined()
  })

  test('where the value is kept, deactivating offers to replace it instead, of several, too', () => {
    const instead = (rows: readonly Token[], known: Partial<ActionContext<Token>>) =>
      confirmationOf('deactivate', rows, context(known))?.alternative
    expect(instead([used], { updateEffect: 'keeps' })).toEqual({ label: 'Replace value…', action: 'replace' })
    expect(instead(two, { updateEffect: 'keeps' })).toEqual({ label: 'Replace values…', action: 'replace' })
    expect([instead([used], {}), instead([used], spoils)]).toEqual([undefined, undefined])
  })

  test('while nobody knows, another save of one row says so once; deactivating and several always do, and do not count for it', () => {
    const warned = { isWarned: true }
    expect(confirmationOf('writeOn', [used])?.warningKey).toBe(true)
    expect(confirmationOf('deactivate', [used])?.warningKey).toBe(false)
    expect(confirmationOf('writeOn', two)?.warningKey).toBe(false)
    expect(confirmationOf('writeOn', [used], context(warned))).toBeUndefined()
    expect(
      confirmationOf('update', [used], context(warned), { change: { write: true }, how: how(true) }),
    ).toBeUndefined()
    for (const rows of [[never], [yours], two]) expect(confirmationOf('writeOn', rows, context(warned))).toBeDefined()
    expect(confirmationOf('deactivate', [used], context(warned))).toBeDefined()
    expect(confirmationOf('writeOn', [used], context({ ...warned, updateEffect: 'replaces' }))).toBeDefined()
  })
})

describe('a repair afterwards', () => {
  const offersRepair = (rows: readonly Token[], known: Partial<ActionContext<Token>>, act: ActName = 'writeOn') =>
    confirmationOf(act, rows, context(known))?.repairs

  test('is announced where the service is known to need it and it can work', () => {
    expect(offersRepair([used], spoils)).toBe(true)
    expect(offersRepair([used], { updateEffect: 'replaces' })).toBe(false)
    expect(offersRepair([used], { ...spoils, timeUnit: 'milliseconds' })).toBe(false)
  })

  test('is not for a token that ends up inactive: its value is to be rejected', () => {
    expect(offersRepair([used], spoils, 'deactivate')).toBe(false)
    expect(offersRepair([off], spoils)).toBe(false)
    expect(offersRepair([off], spoils, 'activate')).toBe(true)
  })

  test('is done only where it was announced, by an undo, too', () => {
    const done = (row: Token, by: ActionOptions) =>
      tokenActions.update.createTask(
        { name: 'a', snapshot: { row, readStartedAt: 0 }, change: { write: true } },
        context(spoils),
        by,
      )?.operation
    expect(done(used, how(false, true))).toBe('repair')
    expect(done(off, how(false, true))).toBe('update')
    for (const isUndo of [false, true]) expect(done(used, how(isUndo))).toBe('update')
  })

  test('of several is announced of those that end active', () => {
    const last = (rows: readonly Token[]) => confirmationOf('writeOn', rows, context(spoils))?.paragraphs.at(-1)
    expect(last(two)).toBe('Saving replaces their values and repairs them; programs need the new ones.')
    expect(last([used, off])).toBe(
      'Saving replaces their values and repairs those of active tokens; programs need the new ones.',
    )
  })
})

describe('an action on several tokens', () => {
  test('is asked once, and says what it does to all of them', () => {
    expect(confirmationOf('deactivate', two)).toMatchObject({
      title: 'Deactivate 2 tokens?',
      confirmLabel: 'Deactivate',
      paragraphs: [
        'Programs that use these tokens stop working until you activate them again.',
        'Saving may replace their values, for good.',
      ],
    })
    expect(confirmationOf('writeOff', two, context({ updateEffect: 'keeps' }))?.paragraphs).toEqual([
      'Programs can then only read.',
      'Their values stay the same.',
    ])
  })

  test('leaves out rows that are so already, and the token with which the admin signed in', () => {
    expect(tokenActions.deactivate.unavailableReason?.(off, context())).toBe('already inactive')
    expect(tokenActions.writeOff.unavailableReason?.(used, context())).toBe('already read-only')
    for (const act of ['deactivate', 'setExpiry', 'repair', 'replace', 'delete'] as const)
      expect([
        ...(tokenActions[act].excludedFromBulk?.(
          [used, yours].map((row) => ({ row, change: {} })),
          context(),
        ) ?? []),
      ]).toEqual([['mine', 'the token that you signed in with']])
  })

  test('counts an expiry once, so that all get the same, also those that are done again', () => {
    const changeWithDate = tokenActions.setExpiry.changeForDate?.({ after: 5000 }, used, context())
    expect(changeWithDate).toEqual({ expiration_date: { at: now + 5000 } })
    expect(tokenActions.setExpiry.changeForDate?.('none', used, context())).toEqual({ expiration_date: 'none' })
    expect(confirmationOf('setExpiry', two)?.datePrompt).toBe('All of them get the same expiry.')
    expect(
      confirmationOf('setExpiry', two, context(), { change: { expiration_date: { at: now } } })?.datePrompt,
    ).toBeUndefined()
  })
})

describe('*Replace value*', () => {
  const past = row('p', { expiration_date: seconds(now - 1000) })
  const odd = row('o', { expiration_date: '?' })

  test('asks for another expiry where the stored one has passed, or cannot be read', () => {
    expect(confirmationOf('replace', [used])?.datePrompt).toBeUndefined()
    expect(confirmationOf('replace', [never])?.datePrompt).toBeUndefined()
    expect(confirmationOf('replace', [past])?.datePrompt).toBe(
      'The stored expiry has passed, so the new value gets another.',
    )
    expect(confirmationOf('replace', [used], context({ now: now + 1e10 }))?.datePrompt).toBe(
      'The stored expiry has passed, so the new value gets another.',
    )
    expect(confirmationOf('replace', [odd])?.datePrompt).toBe(
      'The stored expiry can’t be read, so the new value gets another.',
    )
    expect(confirmationOf('replace', [used, past, odd])?.datePrompt).toMatch(
      /^The stored expiry of 2 tokens has passed or can’t be read\./,
    )
    expect(tokenActions.replace.changeForDate?.({ at: 1 }, used, context())).toEqual({})
    expect(tokenActions.replace.changeForDate?.({ at: 1 }, past, context())).toEqual({ expiration_date: { at: 1 } })
  })

  test('says that the token is gone for a moment; of several also to keep the tab open', () => {
    expect(confirmationOf('replace', [used])?.paragraphs).toEqual([
      'Programs that use it stop working until they get the new one. It is deleted and created again, so it fails for a moment.',
    ])
    expect(confirmationOf('replace', [row('off', { active: false })])?.paragraphs).toEqual([
      'It is deleted and created again, so it fails for a moment.',
    ])
    expect(confirmationOf('replace', two)?.paragraphs).toContain('Keep this tab open until you have copied them.')
  })
})

describe('*Delete*', () => {
  test('says what it does, and shows which token it is', () => {
    const question = confirmationOf('delete', [used])
    expect(question).toMatchObject({ title: 'Delete “a”?', confirmLabel: 'Delete token', danger: true })
    expect(question?.paragraphs).toEqual([
      'Programs that use it stop working. You can’t undo this; a new token of this name gets another value.',
    ])
    expect(question?.details?.map(({ label }) => label)).toEqual(['Status', 'Write', 'Updated', 'Service'])
    expect(confirmationOf('delete', [row('off', { active: false })])?.paragraphs).toEqual([
      'You can’t undo this; a new token of this name gets another value.',
    ])
  })

  test('wants the number of ten tokens or more typed, and the name of the one with which the admin signed in', () => {
    const many = (length: number) => Array.from({ length }, (_, index) => row(`t${index}`))
    expect(confirmationOf('delete', many(9))?.typeToConfirm).toBeUndefined()
    expect(confirmationOf('delete', many(10))?.typeToConfirm).toEqual({ noun: 'count', names: ['10'] })
    expect(confirmationOf('delete', [yours])?.typeToConfirm).toEqual({ noun: 'name', names: ['mine', 'mine'] })
  })
})

describe('*Repair*', () => {
  const claims = { iat: 1, exp: 2 }
  test('is for active tokens whose value contradicts the row, where a repair can work', () => {
    const refuses = (token: Token, known: Partial<ActionContext<Token>> = {}) =>
      tokenActions.repair.unavailableReason?.(token, context(known))
    expect(refuses(row('s', { claims }))).toBeUndefined()
    expect(refuses(row('s', { claims, active: false }))).toBe('not in need of repair')
    expect(refuses(row('s', { claims }), { timeUnit: 'milliseconds' })).toBe('not in need of repair')
    expect(refuses(used)).toBe('not in need of repair')
  })

  test('asks about several, not about one', () => {
    expect(confirmationOf('repair', [row('s', { claims })])).toBeUndefined()
    expect(confirmationOf('repair', [row('s', { claims }), row('t', { claims })])).toMatchObject({
      title: 'Repair 2 tokens?',
      paragraphs: ['The console saves each again until its value fits. Programs need the new values.'],
    })
  })
})

test('an undo is named so, is asked about like any save, and says whether it repairs', () => {
  const change = { write: false }
  expect(confirmationOf('update', [used], context(), { change, how: how(true) })).toMatchObject({
    title: 'Undo the last change to “a”?',
    confirmLabel: 'Undo',
    repairs: false,
  })
  const question = confirmationOf('update', [used], context(spoils), { change, how: how(true) })
  expect(question).toMatchObject({ title: 'Undo the last change to “a” and repair its value?', repairs: true })
  expect(confirmationOf('update', two, context(spoils), { change, how: how(true) })?.title).toBe(
    'Undo the last change to 2 tokens and repair their values?',
  )
  expect(confirmationOf('update', [used], context(spoils), { change: { active: false }, how: how(true) })?.title).toBe(
    'Undo the last change to “a”?',
  )
  expect(question?.paragraphs).toContain('Saving replaces its value and repairs it; programs need the new one.')
})
