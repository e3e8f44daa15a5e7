import type { User } from '#contract/user.ts'
import type { Mark } from '#web/ui/status-mark.tsx'

export type UserStatus = Extract<Mark, 'active' | 'inactive' | 'unknown'>

export const statusWords: Record<UserStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  unknown: 'Unreadable',
}

export function statusOf({ active }: User): UserStatus {
  if (active === undefined) return 'unknown'
  return active ? 'active' : 'inactive'
}
