import { describe, expect, test } from 'vitest'
import type { User, UserChange } from '#api/user.ts'
import type { Acknowledgement } from '#api/write/resource-adapter.ts'
import type { ActionOptions, ActionContext } from '#web/resource/action.ts'
import { confirmationParagraphs } from '#web/testing/confirmation-texts.ts'
import { userRow, userListOf } from '#web/testing/rows.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { userActions } from './actions.ts'

const how = (acknowledged: readonly Acknowledgement[] = [], isUndo = false): ActionOptions => ({
  isUndo,
  repairs: false,
  acknowledged: acknowledged,
})

/** What is known. `list`: other rows than the ones acted on; null: the service lists no users. */
const context = (list: readonly User[] | null, you: readonly string[] = ['me@x.test']): ActionContext<User> => ({
  now: 1_800_000_000_000,
  timeUnit: 'milliseconds',
  ownEmails: you,
  list: list === null ? undefined : userListOf(list),
  isWarned: false,
})

const me = userRow('me@x.test', { admin: true })
const boss = userRow('boss@x.test', { admin: true })
const ann = userRow('ann@x.test', { admin: true })
const li = userRow('li@x.test')
const off = userRow('off@x.test', { admin: true, active: false })
const all = [me, boss, ann, li, off]
const many = Array.from({ length: 12 }, (_, index) => userRow(`u${index}@x.test`))

const itemsOf = (rows: readonly User[], change: UserChange = {}) => rows.map((row) => ({ row, change }))

type ActName = Exclude<keyof typeof userActions, 'create'>

/** The confirmation in short: its title, sentences, and what is to be typed. */
function confirmationOf(
  name: ActName,
  rows: readonly User[],
  known: ActionContext<User>,
  {
    change,
    acknowledged,
    isUndo,
  }: { change?: UserChange; acknowledged?: readonly Acknowledgement[]; isUndo?: boolean } = {},
) {
  const act = userActions[name]
  const made = change ?? act.defaultChange?.(rows[0]!, known) ?? {}
  const confirmation = act.confirmation?.(rows, made, known, how(acknowledged, isUndo))
  if (confirmation === undefined) return undefined
  const emails = rows.map(({ email }) => email)
  return { ...confirmation, paragraphs: confirmationParagraphs(confirmation, emails, 'user') }
}

const signedOut =
  'You signed in with this account. You will be signed out, and only another admin can let you in again.'
const perhaps = 'If this is your account, you will be signed out, and only another admin can let you in again.'
const last = 'This is the last active admin in this list. Afterwards, nobody may be able to manage this service.'
const leavesTokens =
  '“li@x.test” can no longer sign in or administer. Access tokens issued before may still read and write data until the user is deleted.'
const losesAdmin = ({ email }: User) => `“${displayText(email)}” can no longer manage tokens and users.`
const youLast = 'You are the last active admin in this list. Afterwards, nobody may be able to manage this service.'

describe('an action on one account', () => {
  test.each<
    [string, ActName, User, ActionContext<User>, UserChange | undefined, readonly string[], readonly Acknowledgement[]]
  >([
    ['your own', 'adminOff', me, context(all), undefined, [signedOut], ['locks-out-self']],
    [
      'your own, the last admin',
      'adminOff',
      me,
      context([me, li, off]),
      undefined,
      [youLast],
      ['locks-out-everyone', 'locks-out-self'],
    ],
    ['the last admin', 'adminOff', boss, context([boss, li, off]), undefined, [last], ['locks-out-everyone']],
    [
      'beside an unreadable one',
      'adminOff',
      boss,
      context([boss, userRow('a', { admin: undefined })]),
      undefined,
      [last],
      ['locks-out-everyone'],
    ],
    ['an admin, whose is unknown', 'adminOff', boss, context(all, []), undefined, [perhaps], ['locks-out-self']],
    [
      'one of two that may be yours',
      'adminOff',
      me,
      context(all, ['me@x.test', 'new@x.test']),
      undefined,
      [perhaps],
      ['locks-out-self'],
    ],
    [
      'your own, renamed',
      'update',
      me,
      context(all),
      { new_email: 'n@x.test' },
      ['You signed in with this account. Sign in with the new email from then on.'],
      ['locks-out-self'],
    ],
    [
      'perhaps yours, renamed',
      'update',
      boss,
      context(all, []),
      { new_email: 'n@x.test' },
      ['If this is your account, you sign in with the new email from then on.'],
      ['locks-out-self'],
    ],
    [
      'perhaps yours, no list',
      'deactivate',
      li,
      context(null, []),
      undefined,
      [leavesTokens, perhaps],
      ['locks-out-self'],
    ],
    [
      'yours in another spelling, no list',
      'adminOff',
      userRow('ME@x.test ', { admin: true }),
      context(null),
      undefined,
      [perhaps],
      ['locks-out-self'],
    ],
    [
      'flags that nobody knows, no list',
      'update',
      userRow('li@x.test', { admin: undefined, active: undefined }),
      context(null, []),
      { admin: false, active: true },
      [perhaps],
      ['locks-out-self'],
    ],
  ])('that may lock somebody out has the email typed: %s', (_, name, row, known, change, sentences, acknowledged) => {
    const question = confirmationOf(name, [row], known, change && { change })
    const signsIn = change?.active === true ? `“${row.email}” can then sign in. ` : ''
    const act = name === 'adminOff' || change?.admin === false ? [`${signsIn}${losesAdmin(row)}`] : []
    expect(question).toMatchObject({
      paragraphs: [...act, ...sentences],
      acknowledges: acknowledged,
      typeToConfirm: { noun: 'email', names: expect.arrayContaining([row.email]) },
    })
  })

  test.each<[string, ActName, User, ActionContext<User>, UserChange | undefined]>([
    ['another admin', 'adminOff', boss, context(all), undefined],
    ['one who is no admin, whose is unknown', 'update', li, context(all, []), { new_email: 'n@x.test' }],
    ['one who is inactive, whose is unknown', 'adminOff', off, context(all, []), undefined],
    ['a flag that is given', 'adminOn', li, context(all, []), undefined],
    [
      'what the row has already',
      'update',
      userRow('li@x.test', { active: false }),
      context(all, []),
      { active: false },
    ],
    ['the email of the last admin', 'update', boss, context([boss, li]), { new_email: 'n@x.test' }],
    ['another account, no list', 'adminOff', boss, context(null), undefined],
  ])('asks nothing otherwise: %s', (_, name, row, known, change) => {
    expect(confirmationOf(name, [row], known, change && { change })).toBeUndefined()
  })

  test('that deactivates says what keeps working', () => {
    expect(confirmationOf('deactivate', [li], context(all))).toEqual({
      title: 'Deactivate “li@x.test”?',
      confirmLabel: 'Deactivate',
      paragraphs: [leavesTokens],
    })
    expect(confirmationOf('deactivate', [me], context(all))?.paragraphs).toHaveLength(2)
  })

  test('that deletes asks always, and without a list says that nothing can be checked', () => {
    const paragraph =
      'The account can no longer sign in. Token values this person copied keep working. You can’t undo this.'
    const title = 'Delete “li@x.test”?'
    expect(confirmationOf('delete', [li], context(all))).toEqual({
      title,
      confirmLabel: 'Delete user',
      danger: true,
      paragraphs: [paragraph],
      acknowledges: [],
    })
    expect(confirmationOf('delete', [li], context(null))).toMatchObject({
      confirmLabel: 'Delete without checking',
      paragraphs: ['The console can’t check whether this is still the same account.', paragraph],
      acknowledges: ['identity-unknown'],
    })
    expect(confirmationOf('delete', [me], context(all))?.paragraphs).toEqual([paragraph, signedOut])
  })

  test('that a write has stopped is asked again with what it found, whatever the list shows', () => {
    expect(confirmationOf('adminOff', [boss], context(all), { acknowledged: ['locks-out-everyone'] })).toMatchObject({
      paragraphs: [losesAdmin(boss), last],
      typeToConfirm: { noun: 'email' },
    })
    expect(confirmationOf('adminOff', [boss], context(all), { acknowledged: ['locks-out-self'] })).toMatchObject({
      paragraphs: [losesAdmin(boss), perhaps],
    })
  })
})

describe('an action on several accounts', () => {
  test('asks once, by number, and has the number typed where one of them may be yours', () => {
    expect(confirmationOf('adminOn', [li, off], context(all))).toEqual({
      title: 'Turn admin on for 2 users?',
      confirmLabel: 'Turn admin on',
      paragraphs: ['They can then manage tokens and users.'],
    })
    expect(confirmationOf('deactivate', [li, boss], context(all))?.typeToConfirm).toBeUndefined()
    expect(confirmationOf('deactivate', [li, boss], context(all, []))).toMatchObject({
      title: 'Deactivate 2 users?',
      paragraphs: [
        expect.stringContaining('They can no longer sign in'),
        'If one of them is your account, you will be signed out.',
      ],
      typeToConfirm: { noun: 'count', names: ['2'] },
      acknowledges: ['locks-out-self'],
    })
    expect(confirmationOf('delete', [li, off], context(all, []))?.typeToConfirm).toBeUndefined()
  })

  test('has the number of deletions typed from ten on', () => {
    expect(confirmationOf('delete', many.slice(0, 9), context([me]))).not.toHaveProperty('typed')
    expect(confirmationOf('delete', many, context([me]))).toMatchObject({
      confirmLabel: 'Delete 12 users',
      typeToConfirm: { noun: 'count', names: ['12'] },
    })
  })

  test('undoes by one name, and is asked about like any other', () => {
    const undone = confirmationOf('update', [boss], context(all, []), { change: { admin: false }, isUndo: true })
    expect(undone).toMatchObject({
      title: 'Turn admin off for “boss@x.test” again?',
      paragraphs: [losesAdmin(boss), perhaps],
    })
    expect(undone?.typeToConfirm).toMatchObject({ noun: 'email' })
    expect(
      confirmationOf('update', [li, boss], context(all), { change: { active: true }, isUndo: true }),
    ).toMatchObject({
      title: 'Activate 2 users again?',
      confirmLabel: 'Activate',
    })
  })

  test.each<[string, readonly User[], ActionContext<User>, readonly [string, string][]]>([
    ['your own account', all, context(all), [['me@x.test', 'your account']]],
    [
      'either that may be yours',
      [...all, userRow('new@x.test', { admin: true })],
      context(all, ['me@x.test', 'new@x.test']),
      [
        ['new@x.test', 'perhaps your account'],
        ['me@x.test', 'perhaps your account'],
      ],
    ],
    ['nobody, whose account is elsewhere', [boss, li], context(all), []],
    ['the last admin of all, where yours is unknown', all, context(all, []), [['me@x.test', 'the last active admin']]],
    ['none where another admin stays', [me, boss, li], context(all, []), []],
    [
      'the last admin, who is not you',
      [li, boss],
      context([boss, li, off], []),
      [['boss@x.test', 'the last active admin']],
    ],
    ['nobody where no admin is among them', [li, off], context([li, off]), []],
    [
      'yours in another spelling, no list',
      [userRow('Me@x.test', { admin: true }), li],
      context(null),
      [['Me@x.test', 'perhaps your account']],
    ],
  ])('leaves out %s', (_, rows, known, spared) => {
    for (const [name, change] of [
      ['deactivate', { active: false }],
      ['delete', {}],
      ['update', { active: false }],
    ] as const)
      expect([...(userActions[name].excludedFromBulk?.(itemsOf(rows, change), known) ?? [])]).toEqual(spared)
    expect([...(userActions.adminOn.excludedFromBulk?.(itemsOf(rows, { admin: true }), known) ?? [])]).toEqual([])
  })

  test('leaves out who is so already, unless no list tells', () => {
    const { activate, deactivate, adminOn, adminOff } = userActions
    const so = [
      activate.unavailableReason?.(li, context(all)),
      deactivate.unavailableReason?.(off, context(all)),
      adminOn.unavailableReason?.(me, context(all)),
      adminOff.unavailableReason?.(li, context(all)),
    ]
    expect(so).toEqual([
      'already active',
      'already inactive',
      'already allowed to administer',
      'not allowed to administer',
    ])
    expect(deactivate.unavailableReason?.(userRow('?', { active: undefined }), context(all))).toBeUndefined()
    expect(activate.unavailableReason?.(li, context(null))).toBeUndefined()
  })

  test('reads each row of the list at most once to find who must be left out', () => {
    let reads = 0
    const rows = Array.from({ length: 3000 }, (_, rowNumber) => userRow(`a${rowNumber}`, { admin: rowNumber === 0 }))
    const list = userListOf(rows)
    const counting = { ...list, at: (index: number) => ((reads += 1), list.at(index)) }
    userActions.delete.excludedFromBulk?.(itemsOf(rows), { ...context(null, ['z']), list: counting })
    expect(reads).toBe(3000)
  })
})

describe('a task', () => {
  const snapshot = { row: li, readStartedAt: 5 }
  const known = context(all)

  test('has the password only while its field is there; without it, nothing is sent', () => {
    const change = { admin: true }
    const save = (secret?: () => string | undefined) =>
      userActions.update.createTask({ name: li.email, snapshot, change, readPassword: secret }, known, how())
    expect(save(() => 'pa55')).toEqual({
      operation: 'update',
      snapshot,
      change: { admin: true, new_password: 'pa55' },
      acknowledged: [],
    })
    expect(save()).toEqual({ operation: 'update', snapshot, change, acknowledged: [] })
    expect(save(() => undefined)).toBeUndefined()
    const create = (secret?: () => string | undefined) =>
      userActions.create.createTask({ name: 'n', change, readPassword: secret }, known, how())
    expect(create(() => 'pa55')).toEqual({
      operation: 'create',
      draft: { email: 'n', password: 'pa55', admin: true, active: true },
    })
    expect(create()).toBeUndefined()
    expect(create(() => undefined)).toBeUndefined()
  })

  test('goes on in spite of what the admin was told, and of nothing else', () => {
    const acknowledged = ['locks-out-self'] as const
    expect(
      userActions.deactivate.createTask({ name: 'x', snapshot, change: { active: false } }, known, how(acknowledged)),
    ).toMatchObject({ acknowledged: acknowledged })
    expect(userActions.delete.createTask({ name: 'x', snapshot, change: {} }, known, how(acknowledged))).toEqual({
      operation: 'delete',
      snapshot,
      acknowledged: acknowledged,
    })
    expect(userActions.delete.createTask({ name: 'x', snapshot, change: {} }, known, how())).toEqual({
      operation: 'delete',
      snapshot,
      acknowledged: [],
    })
  })
})
