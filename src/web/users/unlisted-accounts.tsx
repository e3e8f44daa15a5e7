import { useState, useRef } from 'react'
import { Pencil, Trash2 } from 'lucide-react'
import { type RowList, createRowList } from '#api/list/row-list.ts'
import type { User, UserChange } from '#api/user.ts'
import { useHideLevel } from '#web/ui/hide-level.ts'
import { NameField } from '#web/ui/fields.tsx'
import type { Job, JobItem } from '#web/jobs/job.ts'
import { compareNames } from '#web/resource/name-order.ts'
import { isAccepted } from '#api/write/outcome.ts'
import { userMessages } from './messages.ts'
import { unlistedAccount } from './resource.ts'
import { unlistedEmailSchema } from './schema.ts'
import './account-by-email.css'

// The users of a service that cannot list them: nobody knows more of them than what was sent from here.

/**
 * The accounts that this session has acted on, as rows, and those of `emails`. A flag is unknown until a save with it was
 * accepted.
 */
export function accountsFromJobs(jobs: readonly Job[], emails: Iterable<string> = []): RowList<User> {
  const accounts = new Map<string, User>()
  for (const email of emails) accounts.set(email, unlistedAccount(email))
  let readAt = 0
  for (const { resource, items } of jobs) {
    if (resource !== 'users') continue
    for (const item of items) {
      readAt = Math.max(readAt, item.settledAt ?? 0)
      applyItem(accounts, item)
    }
  }
  const metadata = { readStartedAt: readAt, readAt, isComplete: true, unreadableRows: [], unknownFields: [] }
  const rows = [...accounts.values()].sort((a, b) => compareNames(a.email, b.email))
  return createRowList(rows, metadata, ({ email }) => email)
}

/** Any account, known or not: with its email, it can be changed and deleted. */
export function accountOf(accounts: RowList<User>, email: string): User {
  const index = accounts.indexOf(email)
  return index < 0 ? unlistedAccount(email) : accounts.at(index)
}

/** Notes what came of one action. What was refused changes nothing; what got no answer may have. */
function applyItem(
  accounts: Map<string, User>,
  { name, currentName, snapshot, change, facts, outcome }: JobItem,
): void {
  if (outcome === undefined || facts === undefined) return
  const { operation } = outcome.request
  const previous = accounts.get(name) ?? unlistedAccount(name)
  if (operation === 'create') {
    // The service answers the same for an account that exists, which keeps its flags.
    if (facts.status !== 'error') accounts.set(name, previous)
    return
  }
  if (!isAccepted(outcome)) {
    const { admin, active } = change as UserChange
    const isUncertain = facts.status === 'unknown' && operation === 'update'
    accounts.set(
      name,
      isUncertain
        ? {
            ...previous,
            ...(admin !== undefined && { admin: undefined }),
            ...(active !== undefined && { active: undefined }),
          }
        : previous,
    )
    return
  }
  accounts.delete(name)
  if (operation === 'delete') return
  const { admin, active } = { ...(snapshot?.row as User | undefined), ...(change as UserChange) }
  accounts.set(currentName, { ...previous, email: currentName, admin, active })
}

interface UnlistedAccountFormProps {
  accounts: RowList<User>
  onEdit: (user: User) => void
  onDelete: (user: User) => void
}

/** On a service without a list of users: any account can be changed and deleted by its email. */
export function UnlistedAccountForm({ accounts, onEdit, onDelete }: UnlistedAccountFormProps) {
  const [email, setEmail] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const isValid = unlistedEmailSchema.safeParse(email).success
  return (
    <form
      className="account-by-email"
      aria-label="Act on an account"
      hidden={useHideLevel() === 'everything'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) onEdit(accountOf(accounts, email))
      }}
    >
      <NameField
        label="Email"
        noun="email"
        currentText={email}
        value={email}
        inputMode="email"
        data-focus-fallback
        inputRef={input}
        hint={userMessages.cannotSay}
        onChange={(event) => setEmail(event.target.value)}
        onReplace={(text) => {
          setEmail(text)
          input.current?.focus()
        }}
      />
      <button type="submit" className="btn" disabled={!isValid}>
        <Pencil className="icon" aria-hidden="true" />
        Edit
      </button>
      <button
        type="button"
        className="btn ghost red"
        disabled={!isValid}
        onClick={() => onDelete(accountOf(accounts, email))}
      >
        <Trash2 className="icon" aria-hidden="true" />
        Delete…
      </button>
    </form>
  )
}
