import type { Service } from '#contract/service.ts'
import { broken, nothing, refusing, type Lie } from './lying.ts'

type Users = Service['users']
const inUsers =
  (lie: (users: Users) => Partial<Users>): Lie =>
  (service) => ({ ...service, users: { ...service.users, ...lie(service.users) } })

/** Lies about users, by the statement that catches them. */
export const userLies: [string, Lie[]][] = [
  ['The list of users can be read to its end.', [inUsers(() => ({ list: broken }))]],
  [
    'A new user has the flags asked for, at the latest after one update.',
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
    'A new email moves the user, flags and all, and nothing stays under the former.',
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
    'An update of one user leaves the others alone.',
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
    'Creating under a taken email changes nothing of the user who has it.',
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
    'Deleting an unknown email takes nobody.',
    [inUsers(({ remove }) => ({ remove: () => remove('query-admin-probe-2') }))],
  ],
  [
    'Where signing in by password is offered, only the right password gives a bearer.',
    [
      (service) => ({ ...service, signIn: () => Promise.resolve('b') }),
      (service) => ({
        ...service,
        signIn: refusing,
      }),
    ],
  ],
]
