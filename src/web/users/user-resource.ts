import type { User, UserField } from '#contract/user.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import { flagColumn, momentColumn, nameColumn, type FilterOf, type ListResource } from '#web/list/resource.ts'
import type { Mark } from '#web/ui/status-mark.tsx'

/** The column that shows each field: a new field must name one, or `never`. */
interface ColumnOf {
  email: 'email'
  admin: 'admin'
  active: 'active'
  created_at: 'created'
  updated_at: 'updated'
}

/** The columns. All of them sort. */
export type UserColumn = 'status' | ColumnOf[UserField]

export type UserStatus = Extract<Mark, 'active' | 'inactive' | 'unknown'>

/** The filters: by status, and others. */
export type UserFilter = 'all' | UserStatus | 'admins'

export const statusWords: Record<UserStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  unknown: 'Unreadable',
}

export function statusOf(user: User): UserStatus {
  if (user.active === undefined) return 'unknown'
  return user.active ? 'active' : 'inactive'
}

const statuses: readonly UserStatus[] = ['active', 'inactive', 'unknown']
/** What the display of a user depends on. */
interface UserContext {
  unit: Unit
}

const ofStatus = (status: UserStatus): FilterOf<User, UserContext> => ({
  label: () => statusWords[status],
  mark: status,
  passes: (user) => statusOf(user) === status,
})

/** Defines how each column sorts and what each filter means. Filters may overlap. */
export const userResource: ListResource<User, UserColumn, UserFilter, UserContext> = {
  name: 'users',
  noun: 'user',
  title: 'Users',
  expected: 'a list of users as JSON',
  request: 'GET /_/user',
  secrets: 'passwords',
  columns: {
    email: nameColumn('Email', ({ email }) => email),
    status: {
      label: 'Status',
      className: 'c-status',
      rank: (user) => statuses.indexOf(statusOf(user)),
      exported: { head: 'Status', cell: (user) => statusWords[statusOf(user)] },
    },
    admin: flagColumn('Admin', ({ admin }) => admin),
    active: flagColumn('Active', ({ active }) => active),
    created: momentColumn('Created', 'c-made', ({ created_at }, { unit }) => momentAt(created_at, unit)),
    updated: momentColumn('Updated', 'c-upd', ({ updated_at }, { unit }) => momentAt(updated_at, unit)),
  },
  filters: {
    all: { label: () => 'All', passes: () => true },
    active: ofStatus('active'),
    inactive: ofStatus('inactive'),
    admins: { label: () => 'Admins', passes: ({ admin }) => admin === true },
    unknown: { ...ofStatus('unknown'), shown: 'found' },
  },
  unreadable: (rows) => `cannot be read and ${rows === 1 ? 'is' : 'are'} not shown`,
}
