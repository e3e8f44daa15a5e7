import type { StoredUser, User, UserChange, UserDraft } from '#contract/user.ts'
import type { Field } from '#web/resource/field.ts'
import { flagField, momentField, nameField } from '#web/resource/fields.ts'
import type { Resource } from '#web/resource/resource.ts'
import { userActs } from './acts.ts'
import { unlistedUser } from './accounts.ts'
import { EmailInput, flagSettings, PasswordInput } from './inputs.tsx'
import { passwordWords } from './password-words.ts'
import { statusOf, statusWords, type UserStatus } from './status.ts'
import { undoOf } from './undo-change.ts'
import { userForms } from './user-form.ts'

type UserField = Field<User, UserChange>

const statuses: readonly UserStatus[] = ['active', 'inactive', 'unknown']

const passwordHeads = ['newpassword', 'passwort', 'kennwort', 'motdepasse', 'contraseña']

/** Every field of a user, its status and its password. A missing field is a type error. */
const fields = {
  email: {
    ...nameField<User>('Email', ({ email }) => email),
    asked: ({ new_email }) => new_email,
    set: {
      Input: EmailInput,
      heads: [
        'mail',
        'emailaddress',
        'user',
        'emailadresse',
        'courriel',
        'adressemail',
        'adresseemail',
        'correo',
        'correoelectrónico',
      ],
      parse: () => ({ change: {} }),
    },
  },
  status: {
    label: 'Status',
    word: 'status',
    column: { className: 'c-status', rank: (user) => statuses.indexOf(statusOf(user)) },
    show: (user) => statusWords[statusOf(user)],
    exported: { head: 'Status', cell: (user) => statusWords[statusOf(user)] },
  },
  password: {
    label: 'Password',
    word: 'password',
    // No list shows one.
    show: () => 'Never shown',
    set: { Input: PasswordInput, isSecret: true, heads: passwordHeads, parse: () => ({ change: {} }) },
  },
  admin: { ...flagField('admin', 'Admin'), set: flagSettings.admin },
  active: { ...flagField('active', 'Active'), set: flagSettings.active },
  created_at: momentField('created_at', 'Created', 'created', 'c-made'),
  updated_at: momentField('updated_at', 'Updated', 'its last update', 'c-upd'),
} satisfies Record<keyof StoredUser | 'status' | 'password', UserField>

const fieldWords: ReadonlyMap<string, string> = new Map(Object.entries(fields).map(([name, { word }]) => [name, word]))

/** Everything that the page knows of users. */
export const users: Resource<User, UserDraft, UserChange> = {
  name: 'users',
  noun: 'user',
  title: 'Users',
  expected: 'a list of users as JSON',
  request: 'GET /_/user',
  secrets: 'passwords',
  nameOf: ({ email }) => email,
  fields,
  forms: userForms,
  filters: {
    all: { label: () => 'All', passes: () => true },
    active: ofStatus('active'),
    inactive: ofStatus('inactive'),
    admins: { label: () => 'Admins', passes: ({ admin }) => admin === true },
    unknown: { ...ofStatus('unknown'), shown: 'found' },
    uncopied: {
      label: () => 'Password not copied',
      passes: ({ email }, { uncopied }) => uncopied?.has(email) === true,
      shown: 'found',
    },
  },
  acts: userActs,
  caution: ({ active }) =>
    active === false ? { says: ', but the user is inactive.', useless: { word: statusWords.inactive } } : undefined,
  unreadable: (rows) => `cannot be read and ${rows === 1 ? 'is' : 'are'} not shown`,
  wordOf: (field) => fieldWords.get(field) ?? field,
  ofSecret: passwordWords,
  undo: undoOf,
  unlisted: unlistedUser,
}

function ofStatus(status: UserStatus) {
  return { label: () => statusWords[status], mark: status, passes: (user: User) => statusOf(user) === status }
}
