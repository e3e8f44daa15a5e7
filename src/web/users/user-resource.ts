import type { User, UserField } from '#contract/user.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import { isoOf, type FilterOf, type ListResource } from '#web/list/resource.ts'
import type { Mark } from '#web/ui/status-mark.tsx'
import { onOff } from '#web/ui/row-switch.tsx'

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
const flag = (on: boolean | undefined) => (on === undefined ? 2 : on ? 0 : 1)
const ofStatus = (status: UserStatus): FilterOf<User, Unit> => ({
  label: () => statusWords[status],
  mark: status,
  passes: (user) => statusOf(user) === status,
})

/** Defines how each column sorts and what each filter means. Filters may overlap. */
export const userResource: ListResource<User, UserColumn, UserFilter, Unit> = {
  name: 'users',
  noun: 'user',
  title: 'Users',
  expected: 'a list of users as JSON',
  request: 'GET /_/user',
  columns: {
    email: {
      label: 'Email',
      className: 'c-name',
      exported: { head: 'Email', cell: ({ email }) => email },
    },
    status: {
      label: 'Status',
      className: 'c-status',
      rank: (user) => statuses.indexOf(statusOf(user)),
      exported: { head: 'Status', cell: (user) => statusWords[statusOf(user)] },
    },
    admin: {
      label: 'Admin',
      className: 'c-sw',
      rank: ({ admin }) => flag(admin),
      exported: { head: 'Admin', cell: ({ admin }) => onOff(admin) },
    },
    active: {
      label: 'Active',
      className: 'c-sw',
      rank: ({ active }) => flag(active),
      exported: { head: 'Active', cell: ({ active }) => onOff(active) },
    },
    created: {
      label: 'Created',
      className: 'c-made',
      rank: ({ created_at }, unit) => momentAt(created_at, unit) ?? 9e15,
      exported: {
        head: 'Created (UTC)',
        cell: ({ created_at }, unit) => isoOf(momentAt(created_at, unit)) ?? 'unknown',
      },
    },
    updated: {
      label: 'Updated',
      className: 'c-upd',
      rank: ({ updated_at }, unit) => momentAt(updated_at, unit) ?? 9e15,
      exported: {
        head: 'Updated (UTC)',
        cell: ({ updated_at }, unit) => isoOf(momentAt(updated_at, unit)) ?? 'unknown',
      },
    },
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
