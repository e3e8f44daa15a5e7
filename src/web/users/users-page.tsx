import { FileUp, User as UserIcon } from 'lucide-react'
import { useMemo } from 'react'
import type { Problem } from '#api/problem.ts'
import type { User } from '#api/user.ts'
import { useAppContext, useRowContext } from '#web/jobs/app-context.tsx'
import { ResourcePage, type ListProps } from '#web/list/resource-page.tsx'
import { ResourceTable, DetachedNotes } from '#web/list/resource-table.tsx'
import { useLinkedRow, useResourceList } from '#web/list/use-resource-list.ts'
import { EmptyState } from '#web/ui/placeholders.tsx'
import { requestedState } from '#web/list/row-cells.tsx'
import { useStore } from '#web/ui/store.ts'
import { PasswordNote } from '#web/secrets/password-note.tsx'
import { selectUncopied, useGeneratedPasswords } from '#web/secrets/generated-passwords.ts'
import { RowSheets } from '#web/list/row-sheets.tsx'
import { UnlistedAccountForm, accountOf, accountsFromJobs } from './unlisted-accounts.tsx'
import { useUserAction, useUsers } from './hooks.ts'
import { userResource } from './resource.ts'
import { UserRow } from './user-row.tsx'
import { userMessages } from './messages.ts'

/** The users page: the list, or, where the service has none, the accounts of this session. */
export function UsersPage() {
  const { overlay, jobs } = useAppContext()
  const all = useStore(jobs)
  const passwords = useStore(useGeneratedPasswords())
  const accounts = useMemo(() => accountsFromJobs(all, selectUncopied(passwords)), [all, passwords])
  const instead = ({ kind }: Problem) =>
    kind === 'switched-off' ? { head: userMessages.noList, list: accounts } : undefined
  const query = useUsers()
  return (
    <ResourcePage
      resource={userResource}
      query={query}
      more={[
        {
          id: 'import',
          label: 'Import…',
          icon: FileUp,
          changes: true,
          run: () => overlay.set({ type: 'import', resource: 'users' }),
        },
      ]}
      empty={(create) => (
        <EmptyState
          icon={<UserIcon className="icon s20" aria-hidden="true" />}
          title={userMessages.emptyTitle}
          actions={
            <button type="button" className="btn primary" onClick={create}>
              Create the first user
            </button>
          }
        >
          {userMessages.empty}
        </EmptyState>
      )}
      instead={instead}
    >
      {(page) => <UsersList {...page} isListed={query.data !== undefined} />}
    </ResourcePage>
  )
}

/** The list of users, with all acts on them and everything that opens over it. */
function UsersList({ list, readOnly, onRead, isListed }: ListProps<User> & { isListed: boolean }) {
  const { overlay } = useAppContext()
  const world = useRowContext()
  const store = useGeneratedPasswords()
  const passwords = useStore(store)
  const uncopied = useMemo(() => selectUncopied(passwords), [passwords])
  const shown = useResourceList(
    userResource,
    list,
    useMemo(() => ({ ...world, uncopied }), [world, uncopied]),
  )
  const act = useUserAction()
  // Of a user who is not in the list, a lost password is nobody’s.
  const rowless = [...uncopied].filter(
    (email) => list.isComplete && list.indexOf(email) < 0 && passwords.get(email) === 'kept',
  )
  useLinkedRow(userResource, list)
  const flag = (field: 'admin' | 'active') => (user: User, from: HTMLElement) => {
    // It is never toggled blindly.
    if (user[field] === undefined) return overlay.set({ type: 'row', resource: 'users', name: user.email })
    const seen = [{ row: user, readStartedAt: list.readStartedAt }]
    return act.mutate({ act: 'save', seen, change: { [field]: requestedState(from) } })
  }
  return (
    <>
      {!isListed && (
        <UnlistedAccountForm
          accounts={list}
          onEdit={({ email }) => overlay.set({ type: 'row', resource: 'users', name: email })}
          onDelete={(user) => act.mutate({ act: 'delete', seen: [{ row: user, readStartedAt: list.readStartedAt }] })}
        />
      )}
      <DetachedNotes
        resource={userResource}
        names={rowless}
        note={(email) => <PasswordNote key={email} resource="users" name={email} isNamed />}
        onDismiss={() => store.forget(rowless)}
      />
      <ResourceTable
        resource={userResource}
        shown={shown}
        world={world}
        readOnly={readOnly}
        presses={{ admin: flag('admin'), active: flag('active') }}
        page={{
          edit: (name, how) =>
            overlay.set({
              type: 'row',
              resource: 'users',
              name,
              ...(how === 'with-password' && { setsPassword: true as const }),
            }),
          refresh: onRead,
        }}
        open={uncopied}
        row={(user, state) => <UserRow {...state} user={user} world={world} />}
        under={(user) => uncopied.has(user.email) && <PasswordNote resource="users" name={user.email} />}
      />
      <RowSheets
        resource="users"
        shown={shown}
        {...(!isListed && { rowOf: (email: string) => accountOf(list, email) })}
      />
    </>
  )
}
