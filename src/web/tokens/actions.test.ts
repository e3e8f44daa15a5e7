import { describe, expect, test } from 'vitest'
import type { Token, TokenChange } from '#api/token.ts'
import type { ActionOptions, ActionContext } from '#web/resource/action.ts'
import { confirmationParagraphs } from '#web/testing/confirmation-texts.ts'
import { tokenRow, timestampOf } from '#web/testing/rows.ts'
import { tokenActions } from './actions.ts'

const now = 1_800_000_000_000

/** What is known, of a service that counts seconds: there a repair is possible. */
const context = (known: Partial<ActionContext<Token>> = {}): ActionContext<Token> => ({
  now,
  timeUnit: 'seconds',
  ownEmails: [],
  list: undefined,
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
) => {
  const confirmation = tokenActions[act].confirmation?.(
    rows,
    given.change ?? tokenActions[act].defaultChange?.(rows[0]!, known) ?? {},
    known,
    given.how ?? how(),
  )
  if (confirmation === undefined) return undefined
  return {
    ...confirmation,
    paragraphs: confirmationParagraphs(
      confirmation,
      rows.map(({ name }) => name),
    ),
  }
}

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
    ['unknown, not in use', 'activate', off, {}, ['Programs can then use it.', mayReplace]],
    ['unknown, deactivated', 'deactivate', used, {}, [stops, mayReplace]],
    [
      'kept, deactivated',
      'deactivate',
      used,
      { updateEffect: 'keeps' },
      [stops, 'Its value stays the same. Activating it again lets whoever has it in. Leaked? [Replace value…]'],
    ],
    [
      'replaced, deactivated',
      'deactivate',
      used,
      spoils,
      ['Programs that use it stop working.', 'When you activate it again, give programs the new value.'],
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
      [changes, `${replaced} The console saves it again until its value fits.`],
    ],
    [
      'replaced, and no repair is possible',
      'writeOn',
      used,
      { ...spoils, timeUnit: 'milliseconds' },
      [`${replaced} The service will probably reject the new value.`],
    ],
    ['replaced, and stays inactive', 'writeOn', off, spoils, [replaced]],
    [
      'no expiry, not repaired',
      'writeOn',
      never,
      { updateEffect: 'replaces' },
      [changes, replaced, 'It has no expiry; saving may leave it expired.'],
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
    const last = (rows: readonly Token[], known: Partial<ActionContext<Token>>) =>
      confirmationOf('deactivate', rows, context(known))?.paragraphs.at(-1)
    expect(last([used], { updateEffect: 'keeps' })).toMatch(/ Leaked\? \[Replace value…\]$/)
    expect(last(two, { updateEffect: 'keeps' })).toMatch(/ Leaked\? \[Replace values…\]$/)
    for (const known of [{}, spoils]) expect(last([used], known)).not.toContain('Leaked')
  })

  test('while nobody knows, another save of one row says so once; deactivating and several always do, and do not count for it', () => {
    const warned = { isWarned: true }
    expect(confirmationOf('writeOn', [used])?.isSaidOnce).toBe(true)
    expect(confirmationOf('deactivate', [used])?.isSaidOnce).toBe(false)
    expect(confirmationOf('writeOn', two)?.isSaidOnce).toBe(false)
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
    expect(last(two)).toBe(
      'Saving replaces their values; programs need the new ones. The console saves each again until its value fits.',
    )
    expect(last([used, off])).toBe(
      'Saving replaces their values; programs need the new ones. The console saves each active one again until its value fits.',
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
    expect(confirmationOf('setExpiry', two)).toMatchObject({
      title: 'Set the expiry of 2 tokens?',
      confirmLabel: 'Set expiry',
      asksForExpiry: true,
    })
    expect(confirmationOf('setExpiry', [used], context({ updateEffect: 'keeps' }))?.paragraphs).toEqual([])
    const again = confirmationOf('setExpiry', two, context(), { change: { expiration_date: { at: now } } })
    expect(again).toMatchObject({ title: 'Set the expiry of 2 tokens?' })
    expect(again).not.toHaveProperty('asksForExpiry')
  })
})

describe('*Replace value*', () => {
  const past = row('p', { expiration_date: seconds(now - 1000) })
  const odd = row('o', { expiration_date: '?' })

  test('asks for another expiry where the stored one has passed, or cannot be read', () => {
    for (const token of [used, never]) {
      const question = confirmationOf('replace', [token])
      expect([question?.asksForExpiry, question?.paragraphs.length]).toEqual([false, 1])
    }
    const asks = (rows: readonly Token[], known = context()) => {
      const question = confirmationOf('replace', rows, known)
      return question?.asksForExpiry === true && question.paragraphs.at(-1)
    }
    expect(asks([past])).toBe('Its expiry has passed, so the new value gets another.')
    expect(asks([used], context({ now: now + 1e10 }))).toBe('Its expiry has passed, so the new value gets another.')
    expect(asks([odd])).toBe('Its expiry can’t be read, so the new value gets another.')
    expect(asks([used, past, odd])).toBe(
      'The stored expiry of 2 tokens has passed or can’t be read, so choose another.',
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
    expect(confirmationOf('replace', two)?.paragraphs).toContain(
      'Keep this tab open until you have copied the new values.',
    )
    for (const rows of [[used], two]) expect(confirmationOf('replace', rows)?.danger).toBe(true)
  })
})

describe('*Delete*', () => {
  test('says what it does, that nobody knows who uses it, and what can be done instead', () => {
    const question = confirmationOf('delete', [used])
    expect(question).toMatchObject({ title: 'Delete “a”?', confirmLabel: 'Delete token', danger: true })
    expect(question?.paragraphs).toEqual([
      'Programs that use it stop working. This service doesn’t record use.',
      'You can’t undo this; a new token of this name gets another value. Or [deactivate it], which can be undone.',
    ])
    expect(confirmationOf('delete', [row('off', { active: false })])?.paragraphs).toEqual([
      'You can’t undo this; a new token of this name gets another value.',
    ])
    // Deactivating the admin’s own is undone by nobody here.
    expect(confirmationOf('delete', [yours])?.paragraphs.join()).not.toContain('deactivate')
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

describe('an undo', () => {
  const undoOf = (rows: readonly Token[], change: TokenChange, known = context()) =>
    confirmationOf('update', rows, known, { change, how: how(true) })

  test('is called by what it does, of one and of many', () => {
    const called = (rows: readonly Token[], change: TokenChange) => {
      const { title, confirmLabel } = undoOf(rows, change)!
      return [title, confirmLabel]
    }
    expect(called(two, { active: true })).toEqual(['Activate 2 tokens again?', 'Activate'])
    expect(called([used], { active: false })).toEqual(['Deactivate “a” again?', 'Deactivate'])
    expect(called([used], { write: false })).toEqual(['Turn write off for “a” again?', 'Turn write off'])
    expect(called(two, { expiration_date: 'none' })).toEqual(['Restore the expiry of 2 tokens?', 'Restore expiry'])
    expect(called([used], { write: false, active: true })).toEqual(['Undo the changes to “a”?', 'Undo changes'])
  })

  test('is asked about like any save, and says whether it repairs; its title and button stay', () => {
    const change = { write: false }
    expect(undoOf([used], change)).toMatchObject({ repairs: false })
    const question = undoOf([used], change, context(spoils))
    expect(question).toMatchObject({ title: 'Turn write off for “a” again?', repairs: true })
    expect(question?.paragraphs).toContain(`${replaced} The console saves it again until its value fits.`)
  })
})

test.each([
  { write: true },
  { write: false },
  { active: true },
  { active: false },
  { expiration_date: 'none' },
] as const)('the title and the button of a save %j stay, whatever is known of the value', (change) => {
  const called = (updateEffect: ActionContext<Token>['updateEffect']) => {
    const question = confirmationOf('update', two, context({ updateEffect }), { change })
    return [question?.title, question?.confirmLabel]
  }
  for (const effect of ['keeps', 'replaces', 'replaces-and-needs-repair'] as const)
    expect(called(effect)).toEqual(called(undefined))
})
