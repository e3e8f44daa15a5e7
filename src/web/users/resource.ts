import type { User, UserChange, UserDraft } from '#api/user.ts'
import type { ResourceDefinition } from '#web/resource/resource.ts'
import { activeFilters } from '#web/resource/field-definitions.tsx'
import { userActions, userUndoChange } from './actions.ts'
import { userFields } from './fields.tsx'
import { passwordResult, passwordSentences, passwordUnseenText, userStatusLabels } from './messages.ts'
import { userFormDefinition } from './schema.ts'

const inlineLabels: ReadonlyMap<string, string> = new Map(
  Object.entries(userFields).map(([name, { inlineLabel }]) => [name, inlineLabel]),
)

/** An account of which only the email is known. */
export const unlistedAccount = (email: string): User => ({
  email,
  admin: undefined,
  active: undefined,
  created_at: undefined,
  updated_at: undefined,
})

/** Everything that the page knows of users. */
export const userResource: ResourceDefinition<User, UserDraft, UserChange> = {
  name: 'users',
  noun: 'user',
  title: 'Users',
  expected: 'a list of users as JSON',
  request: 'GET /_/user',
  secretNoun: 'passwords',
  nameOf: ({ email }) => email,
  fields: userFields,
  identifyingFields: ['email', 'status', 'admin'],
  forms: userFormDefinition,
  filters: {
    all: { label: () => 'All', passes: () => true },
    ...activeFilters,
    admins: { label: () => 'Admins', passes: ({ admin }) => admin === true },
    uncopied: {
      label: () => 'Password not copied',
      passes: ({ email }, { uncopied }) => uncopied?.has(email) === true,
      visibility: 'found',
    },
  },
  actions: userActions,
  bulkActions: { bar: ['deactivate', 'activate', 'adminOn', 'adminOff', 'delete'], menu: [] },
  secretWarning: ({ active }) =>
    active === false
      ? { text: ', but the user is inactive.', unusable: { label: userStatusLabels.inactive } }
      : undefined,
  unreadable: (rows) => `cannot be read and ${rows === 1 ? 'is' : 'are'} not shown`,
  inlineLabelOf: (field) => inlineLabels.get(field) ?? field,
  secretResult: passwordResult,
  secretSentences: passwordSentences,
  unseenText: passwordUnseenText,
  undoChange: userUndoChange,
  unlistedRow: unlistedAccount,
}
