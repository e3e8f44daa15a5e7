import { ServiceError } from '#contract/problem.ts'
import type { SignInCalls, Service } from '#contract/service.ts'

/** A service that behaves like the real one, apart from one lie. */
type Lie = (service: Service & SignInCalls) => Service & SignInCalls
/** A call that does nothing and reports success. */
const nothing = () => Promise.resolve()
/** A call that breaks off. */
const broken = () =>
  Promise.reject(
    new ServiceError({ kind: 'unreadable', status: 200, received: { form: 'broken-off' }, bytes: 1, at: [] }),
  )
/** A call that is refused. */
const refusing = () => Promise.reject(new ServiceError({ kind: 'refused', status: 400, serviceText: '' }))

type Tokens = Service['tokens']
const inTokens =
  (lie: (tokens: Tokens) => Partial<Tokens>): Lie =>
  (service) => ({ ...service, tokens: { ...service.tokens, ...lie(service.tokens) } })

/** Deletes everything in a list. */
const emptied = async (part: Tokens) => {
  const list = await part.list()
  for (let i = 0; i < list.count; i += 1) {
    const row = list.at(i)
    await part.remove(row.name)
  }
}
/** Changes the first row that is not this one. */
const neighbourChanged = async (service: Tokens, name: string) => {
  const list = await service.list()
  for (let i = 0; i < list.count; i += 1) {
    const row = list.at(i)
    if (row.name !== name) await service.update({ name: row.name, active: false, write: false, expiration_date: 1 })
  }
}

/** Lies about tokens, by the statement that catches them. */
const tokenLies: [string, Lie[]][] = [
  ['The whole list of tokens can be read.', [inTokens(() => ({ list: broken }))]],
  [
    'All updated_at of the list of tokens are in one unit.',
    [inTokens(({ list }) => ({ list: async () => ({ ...(await list()), units: { seconds: 1, milliseconds: 1 } }) }))],
  ],
  [
    'An unknown access token gets neither the list nor a value.',
    [
      inTokens(({ read }) => ({
        read: (names) => read(names).catch(() => new Map()),
        list: () => Promise.resolve({} as never),
      })),
      inTokens(() => ({ value: () => Promise.resolve('v') })),
    ],
  ],
  [
    'A new token is in the list with the requested name, flags and expiry.',
    [
      inTokens(() => ({ create: nothing })),
      inTokens(({ create }) => ({ create: (draft) => create({ ...draft, active: true }) })),
      inTokens(({ create }) => ({ create: (draft) => create({ ...draft, write: true }) })),
      inTokens(({ create }) => ({ create: (draft) => create({ ...draft, expiration_date: 1_795_000_000_000 }) })),
    ],
  ],
  [
    'A name comes back unchanged.',
    [
      inTokens(({ create }) => ({ create: (draft) => create({ ...draft, name: draft.name.trim() }) })),
      inTokens(({ create }) => ({ create: (draft) => create({ ...draft, name: draft.name.normalize('NFC') }) })),
    ],
  ],
  [
    'Reading the list for one name shows the row that the whole list shows.',
    [
      inTokens(({ list, remove }) => ({
        list: async () => (await list()).patched('query-admin-probe-2', undefined),
        remove,
      })),
      inTokens(({ read }) => ({
        read: async (names) =>
          new Map([...(await read(names))].map(([name, row]) => [name, { ...row, active: undefined }])),
      })),
    ],
  ],
  [
    'A token has a value. Two reads return the same one, and no row of the list shows it.',
    [
      inTokens(() => ({ value: () => Promise.resolve(undefined) })),
      inTokens(() => ({ value: () => Promise.resolve(`v${Math.random()}`) })),
      inTokens(({ read, value }) => ({
        read: async (names) =>
          new Map(
            await Promise.all(
              [...(await read(names))].map(
                async ([name, row]) => [name, { ...row, token: await value(name) }] as const,
              ),
            ),
          ),
      })),
    ],
  ],
  [
    'An update with the whole record is stored as sent, and the neighbours stay unchanged.',
    [
      inTokens(() => ({ update: nothing })),
      inTokens(({ update }) => ({ update: (draft) => update({ ...draft, write: true }) })),
      inTokens((tokens) => ({
        update: (draft) => tokens.update(draft).then(() => neighbourChanged(tokens, draft.name)),
      })),
      inTokens(({ update, create, remove }) => ({
        update: (draft) =>
          update(draft).then(async () => {
            await remove('query-admin-probe-2')
            await create({ ...draft, name: 'query-admin-probe-2' })
          }),
      })),
    ],
  ],
  [
    'A deleted token and its value are gone, and its neighbours stay.',
    [
      inTokens(() => ({ remove: nothing })),
      inTokens((tokens) => ({ remove: () => emptied(tokens) })),
      inTokens(() => ({ value: () => Promise.resolve('v') })),
    ],
  ],
  [
    'Creating a token with a taken name leaves the existing one unchanged.',
    [
      inTokens(({ create, update }) => ({ create: (draft) => create(draft).catch(() => update(draft)) })),
      inTokens(({ create, update }) => ({
        create: (draft) => create(draft).catch(() => update({ ...draft, active: true, write: true })),
      })),
    ],
  ],
  ['Updating an unknown name creates nothing.', [inTokens(({ create }) => ({ update: create }))]],
  [
    'Deleting an unknown name deletes nothing.',
    [
      inTokens((tokens) => ({ remove: () => emptied(tokens) })),
      inTokens(({ remove }) => ({ remove: (name) => remove(name.toLowerCase()) })),
    ],
  ],
]

type Users = Service['users']
const inUsers =
  (lie: (users: Users) => Partial<Users>): Lie =>
  (service) => ({ ...service, users: { ...service.users, ...lie(service.users) } })

/** Lies about users, by the statement that catches them. */
const userLies: [string, Lie[]][] = [
  ['The whole list of users can be read.', [inUsers(() => ({ list: broken }))]],
  [
    'A new user has the requested flags, at the latest after one update.',
    [
      inUsers(() => ({ create: nothing, update: nothing })),
      inUsers(({ create }) => ({ create: (draft) => create({ ...draft, admin: false }), update: nothing })),
      inUsers(({ update }) => ({
        update: ({ email, admin, active }) => update({ email, admin: active ?? false, active: admin ?? false }),
      })),
    ],
  ],
  [
    'A new user’s row does not show the password.',
    [
      inUsers(({ read }) => ({
        read: async (names) =>
          new Map([...(await read(names))].map(([name, row]) => [name, { ...row, password: 'Throw-away 7f3k' }])),
      })),
    ],
  ],
  [
    'A new email moves the user with its flags, and nothing stays under the old one.',
    [
      inUsers(() => ({ update: nothing })),
      inUsers(({ update }) => ({ update: (change) => update({ ...change, admin: true }) })),
      inUsers(({ create }) => ({
        update: ({ new_email = '', admin = false, active = false }) =>
          create({ email: new_email, password: 'x', admin, active }),
      })),
    ],
  ],
  [
    'An update of one user leaves the others unchanged.',
    [
      inUsers(({ update }) => ({
        update: async (change) => {
          await update(change)
          await update({ ...change, email: 'query-admin-probe-3' })
        },
      })),
    ],
  ],
  [
    'A deleted user is gone, and the others stay.',
    [
      inUsers(() => ({ remove: nothing })),
      inUsers(({ remove }) => ({
        remove: async (email) => {
          await remove(email)
          await remove('query-admin-probe-3')
        },
      })),
    ],
  ],
  [
    'Creating a user with a taken email leaves the existing one unchanged.',
    [inUsers(({ create, update }) => ({ create: (draft) => create(draft).catch(() => update(draft)) }))],
  ],
  [
    'Updating an unknown email creates nothing.',
    [
      inUsers(({ create }) => ({
        update: ({ email, admin = false, active = false }) => create({ email, password: 'x', admin, active }),
      })),
      inUsers(({ create }) => ({
        update: ({ new_email = '', admin = false, active = false }) =>
          create({ email: new_email, password: 'x', admin, active }),
      })),
    ],
  ],
  [
    'Deleting an unknown email deletes nobody.',
    [inUsers(({ remove }) => ({ remove: () => remove('query-admin-probe-2') }))],
  ],
  [
    'If sign-in by password is offered, only the right password returns an access token.',
    [
      (service) => ({ ...service, signIn: () => Promise.resolve('b') }),
      (service) => ({
        ...service,
        signIn: refusing,
      }),
    ],
  ],
]

/** For each statement, services that violate it. */
export const lies = new Map<string, Lie[]>([
  ['An admin’s access token can list.', [(service) => ({ ...service, check: refusing })]],
  ...tokenLies,
  ...userLies,
])
