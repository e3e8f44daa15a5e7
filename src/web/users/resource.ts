import type { StoredUser, User, UserChange, UserDraft } from '#api/user.ts'
import type { FieldDefinition, ResourceDefinition } from '#web/resource/resource.ts'
import { flagField, timestampField, nameField } from '#web/resource/field-definitions.tsx'
import { userActions, userUndoChange } from './actions.ts'
import { unlistedAccount } from './unlisted-accounts.tsx'
import { EmailInput, userFlagInputs, PasswordInput } from './field-inputs.tsx'
import { passwordMessage, userStatus, userStatusLabels, type UserStatus } from './messages.ts'
import { userFormDefinition } from './schema.ts'

type UserField = FieldDefinition<User, UserChange>

const statuses: readonly UserStatus[] = ['active', 'inactive', 'unknown']

const passwordHeads = ['newpassword', 'passwort', 'kennwort', 'motdepasse', 'contraseña']

/** Every field of a user, its status and its password. A missing field is a type error. */
const fields = {
  email: {
    ...nameField<User>('Email', ({ email }) => email),
    formatChange: ({ new_email }) => new_email,
    input: {
      Input: EmailInput,
      csvHeaders: [
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
    inlineLabel: 'status',
    column: { className: 'c-status', sortValue: (user) => statuses.indexOf(userStatus(user)) },
    format: (user) => userStatusLabels[userStatus(user)],
    csv: { header: 'Status', cell: (user) => userStatusLabels[userStatus(user)] },
  },
  password: {
    label: 'Password',
    inlineLabel: 'password',
    // No list shows one.
    format: () => 'Never shown',
    input: { Input: PasswordInput, isSecret: true, csvHeaders: passwordHeads, parse: () => ({ change: {} }) },
  },
  admin: { ...flagField('admin', 'Admin'), input: userFlagInputs.admin },
  active: { ...flagField('active', 'Active'), input: userFlagInputs.active },
  created_at: timestampField('created_at', 'Created', 'created', 'c-made'),
  updated_at: timestampField('updated_at', 'Updated', 'its last update', 'c-upd'),
} satisfies Record<keyof StoredUser | 'status' | 'password', UserField>

const inlineLabels: ReadonlyMap<string, string> = new Map(
  Object.entries(fields).map(([name, { inlineLabel }]) => [name, inlineLabel]),
)

/** Everything that the page knows of users. */
export const userResource: ResourceDefinition<User, UserDraft, UserChange> = {
  name: 'users',
  noun: 'user',
  title: 'Users',
  expected: 'a list of users as JSON',
  request: 'GET /_/user',
  secretNoun: 'passwords',
  nameOf: ({ email }) => email,
  fields,
  forms: userFormDefinition,
  filters: {
    all: { label: () => 'All', passes: () => true },
    active: statusFilter('active'),
    inactive: statusFilter('inactive'),
    admins: { label: () => 'Admins', passes: ({ admin }) => admin === true },
    unknown: { ...statusFilter('unknown'), visibility: 'found' },
    uncopied: {
      label: () => 'Password not copied',
      passes: ({ email }, { uncopied }) => uncopied?.has(email) === true,
      visibility: 'found',
    },
  },
  actions: userActions,
  secretWarning: ({ active }) =>
    active === false
      ? { text: ', but the user is inactive.', unusable: { label: userStatusLabels.inactive } }
      : undefined,
  unreadable: (rows) => `cannot be read and ${rows === 1 ? 'is' : 'are'} not shown`,
  inlineLabelOf: (field) => inlineLabels.get(field) ?? field,
  secretMessage: passwordMessage,
  undoChange: userUndoChange,
  unlistedRow: unlistedAccount,
}

function statusFilter(status: UserStatus) {
  return { label: () => userStatusLabels[status], mark: status, passes: (user: User) => userStatus(user) === status }
}
