import { describe, expect, test } from 'vitest'
import type { User, UserChange } from '#contract/user.ts'
import type { Knowing } from '#contract/write/kind.ts'
import type { How, Knows } from '#web/resource/act.ts'
import { user, usersOf } from '#web/testing/rows.ts'
import { userActs } from './acts.ts'

const place = { address: '', host: 'h', name: 'Production', example: false, through: 'host' } as const
const how = (knowing: readonly Knowing[] = [], isUndo = false): How => ({ isUndo, repairs: false, knowing })

/** What is known. `list`: other rows than the ones acted on; null: the service lists no users. */
const knows = (list: readonly User[] | null, you: readonly string[] = ['me@x.test']): Knows<User> => ({
  now: 1_800_000_000_000,
  unit: 'milliseconds',
  you,
  list: list === null ? undefined : usersOf(list),
  place,
  isWarned: false,
})

const me = user('me@x.test', { admin: true })
const boss = user('boss@x.test', { admin: true })
const ann = user('ann@x.test', { admin: true })
const li = user('li@x.test')
const off = user('off@x.test', { admin: true, active: false })
const all = [me, boss, ann, li, off]
const many = Array.from({ length: 12 }, (_, at) => user(`u${at}@x.test`))

type ActName = Exclude<keyof typeof userActs, 'create'>

/** The question in short: its title, sentences, and what is to be typed. */
function asked(
  name: ActName,
  rows: readonly User[],
  known: Knows<User>,
  { change, knowing, isUndo }: { change?: UserChange; knowing?: readonly Knowing[]; isUndo?: boolean } = {},
) {
  const act = userActs[name]
  const made = change ?? act.change?.(rows[0]!, known) ?? {}
  return act.question?.(rows, made, known, how(knowing, isUndo))
}

const signedOut =
  'You signed in with this account. You will be signed out, and only another admin can let you in again.'
const perhaps = 'If this is your account, you will be signed out, and only another admin can let you in again.'
const last = 'This is the last active admin in this list. Afterwards, nobody may be able to manage this service.'
const youLast = 'You are the last active admin in this list. Afterwards, nobody may be able to manage this service.'

describe('an act on one account', () => {
  test.each<[string, User, Knows<User>, readonly Knowing[], string]>([
    ['your own', me, knows(all), ['locks-you-out'], signedOut],
    ['your own, the last admin', me, knows(all), ['locks-all-out', 'locks-you-out'], youLast],
    ['the last admin', boss, knows(all), ['locks-all-out'], last],
    ['one of two that may be yours', me, knows(all, ['me@x.test', 'new@x.test']), ['locks-you-out'], perhaps],
    ['an admin, whose is unknown', boss, knows(all, []), [], perhaps],
    ['anybody, whose is unknown, no list', li, knows(null, []), [], perhaps],
  ])('that may lock somebody out has the email typed: %s', (_, row, known, knowing, says) => {
    for (const name of ['adminOff', 'deactivate', 'delete'] as const) {
      const question = asked(name, [row], known, { knowing })
      expect(question?.sentences.at(-1)).toBe(says)
      expect(question?.typed).toMatchObject({ what: 'email', names: expect.arrayContaining([row.email]) as unknown })
    }
  })

  test.each<[string, ActName, User, UserChange | undefined]>([
    ['another admin', 'adminOff', boss, undefined],
    ['your own, before the write has found that', 'adminOff', me, undefined],
    ['what the row has already', 'save', user('li@x.test', { active: false }), { active: false }],
    ['another email', 'save', boss, { new_email: 'n@x.test' }],
    ['a flag that is given', 'adminOn', li, undefined],
  ])('asks nothing otherwise: %s', (_, name, row, change) => {
    expect(asked(name, [row], knows(all), change && { change })).toBeUndefined()
  })

  test('that deactivates says what keeps working', () => {
    expect(asked('deactivate', [li], knows(all))).toEqual({
      title: 'Deactivate “li@x.test”?',
      action: 'Deactivate',
      sentences: [
        '“li@x.test” can no longer sign in or administer. Access tokens issued before may still read and write data until the user is deleted.',
      ],
    })
  })

  test('that deletes asks always, and without a list says that nothing can be checked', () => {
    const says = 'The account can no longer sign in. Token values this person copied keep working. You can’t undo this.'
    const facts = [{ label: 'Service', says: 'Production', isService: true }]
    const title = 'Delete “li@x.test”?'
    expect(asked('delete', [li], knows(all))).toEqual({
      title,
      action: 'Delete user',
      danger: true,
      sentences: [says],
      facts,
    })
    expect(asked('delete', [li], knows(null))).toMatchObject({
      action: 'Delete without checking',
      sentences: ['The console can’t check whether this is still the same account.', says],
      knowing: ['unchecked'],
    })
  })
})

describe('an act on several accounts', () => {
  test('asks once, by number, which is typed where nobody knows which account is yours', () => {
    expect(asked('adminOn', [li, off], knows(all))).toEqual({
      title: 'Turn admin on for 2 users?',
      action: 'Turn admin on',
      sentences: [],
    })
    expect(asked('deactivate', [li, boss], knows(all))?.typed).toBeUndefined()
    expect(asked('deactivate', [li, boss], knows(all, []))).toMatchObject({
      sentences: [
        expect.stringContaining('They can no longer sign in'),
        'If one of them is your account, you will be signed out.',
      ],
      typed: { what: 'count', names: ['2'] },
    })
  })

  test('has the number of deletions typed from ten on', () => {
    expect(asked('delete', many.slice(0, 9), knows([me]))).not.toHaveProperty('typed')
    expect(asked('delete', many, knows([me]))).toMatchObject({
      action: 'Delete 12 users',
      typed: { what: 'count', names: ['12'] },
    })
  })

  test('undoes by one name, and is asked about like any other', () => {
    const undone = asked('save', [boss], knows(all, []), {
      change: { admin: false },
      isUndo: true,
      knowing: ['locks-you-out'],
    })
    expect(undone).toMatchObject({ title: 'Undo the last change to “boss@x.test”?', sentences: [perhaps] })
    expect(asked('save', [li, boss], knows(all), { change: { active: true }, isUndo: true })).toMatchObject({
      title: 'Undo the last change to 2 users?',
      action: 'Undo',
    })
  })

  test('leaves out who is so already, unless no list tells', () => {
    const { activate, deactivate, adminOn, adminOff } = userActs
    const so = [
      activate.refuses?.(li, knows(all)),
      deactivate.refuses?.(off, knows(all)),
      adminOn.refuses?.(me, knows(all)),
      adminOff.refuses?.(li, knows(all)),
    ]
    expect(so).toEqual([
      'already active',
      'already inactive',
      'already allowed to administer',
      'not allowed to administer',
    ])
    expect(deactivate.refuses?.(user('?', { active: undefined }), knows(all))).toBeUndefined()
    expect(activate.refuses?.(li, knows(null))).toBeUndefined()
  })
})

describe('a task', () => {
  const seen = { row: li, beganAt: 5 }
  const known = knows(all)

  test('has the password only while its field is there; without it, nothing is sent', () => {
    const change = { admin: true }
    const save = (secret?: () => string | undefined) =>
      userActs.save.task({ name: li.email, seen, change, secret }, known, how())
    expect(save(() => 'pa55')).toEqual({ do: 'save', seen, change: { admin: true, new_password: 'pa55' }, knowing: [] })
    expect(save()).toEqual({ do: 'save', seen, change, knowing: [] })
    expect(save(() => undefined)).toBeUndefined()
    const create = (secret?: () => string | undefined) =>
      userActs.create.task({ name: 'n', change, secret }, known, how())
    expect(create(() => 'pa55')).toEqual({
      do: 'create',
      draft: { email: 'n', password: 'pa55', admin: true, active: true },
    })
    expect(create()).toBeUndefined()
    expect(create(() => undefined)).toBeUndefined()
  })

  test('goes on in spite of what the admin was told, and of nothing else', () => {
    const knowing = ['locks-you-out'] as const
    expect(userActs.deactivate.task({ name: 'x', seen, change: { active: false } }, known, how(knowing))).toMatchObject(
      { knowing },
    )
    expect(userActs.delete.task({ name: 'x', seen, change: {} }, known, how(knowing))).toEqual({
      do: 'remove',
      seen,
      knowing,
    })
    expect(userActs.delete.task({ name: 'x', seen, change: {} }, known, how())).toEqual({
      do: 'remove',
      seen,
      knowing: [],
    })
  })
})
