import { User as UserIcon } from 'lucide-react'
import { useMemo } from 'react'
import type { Problem } from '#api/problem.ts'
import type { User } from '#api/user.ts'
import { useAppContext, useRowContext } from '#web/jobs/app-context.tsx'
import type { RowContext } from '#web/resource/row-context.ts'
import { ResourcePage, type ListProps } from '#web/list/resource-page.tsx'
import { ResourceTable, DetachedNotes } from '#web/list/resource-table.tsx'
import { useLinkedRow } from '#web/list/use-resource-list.ts'
import { EmptyState } from '#web/ui/placeholders.tsx'
import { requestedState } from '#web/resource/cells.tsx'
import { useStore } from '#web/ui/store.ts'
import { PasswordNote } from '#web/secrets/password-note.tsx'
import { selectUncopied, useGeneratedPasswords } from '#web/secrets/generated-passwords.ts'
import { RowSheets } from '#web/list/row-sheets.tsx'
import { userInputs } from './field-inputs.tsx'
import { UnlistedAccountForm, accountOf, accountsFromJobs } from './unlisted-accounts.tsx'
import { useCreateUser, useDeleteUsers, useUpdateUser, useUsers } from './hooks.ts'
import { userResource } from './resource.ts'
import { userMessages } from './messages.ts'

/** The users page: the list, or, where the service has none, the accounts of this session. */
export function UsersPage() {
  const { jobs } = useAppContext()
  const allJobs = useStore(jobs)
  const passwords = useStore(useGeneratedPasswords())
  const uncopied = useMemo(() => selectUncopied(passwords), [passwords])
  const accounts = useMemo(() => accountsFromJobs(allJobs, uncopied), [allJobs, uncopied])
  const rowContext = useRowContext()
  const context = useMemo(() => ({ ...rowContext, uncopied }), [rowContext, uncopied])
  const fallbackList = ({ kind }: Problem) =>
    kind === 'switched-off' ? { message: userMessages.noList, list: accounts } : undefined
  const query = useUsers()
  return (
    <ResourcePage
      resource={userResource}
      query={query}
      context={context}
      renderEmpty={(onCreate, onImport) => (
        <EmptyState
          icon={<UserIcon className="icon s20" aria-hidden="true" />}
          title={userMessages.emptyTitle}
          actions={
            <>
              <button type="button" className="btn primary" onClick={onCreate}>
                Create the first user
              </button>
              <button type="button" className="btn" onClick={onImport}>
                Import…
              </button>
            </>
          }
        >
          {userMessages.empty}
        </EmptyState>
      )}
      fallbackList={fallbackList}
    >
      {(page) => <UsersList {...page} context={context} uncopied={uncopied} isListed={query.data !== undefined} />}
    </ResourcePage>
  )
}

interface UsersListProps extends ListProps<User> {
  context: RowContext
  /** The emails whose generated password nobody has copied. */
  uncopied: ReadonlySet<string>
  /** Whether the service has a list of users. */
  isListed: boolean
}

/** The list of users, with all actions on them and everything that opens over it. */
function UsersList({ controller, context, uncopied, readOnly, onRefresh, isListed }: UsersListProps) {
  const { overlay } = useAppContext()
  const store = useGeneratedPasswords()
  const passwords = useStore(store)
  const { list } = controller
  const { mutateAsync: create } = useCreateUser()
  const { mutateAsync: update } = useUpdateUser()
  const { mutateAsync: remove } = useDeleteUsers()
  // Of a user who is not in the list, a lost password is nobody’s.
  const detachedEmails = [...uncopied].filter(
    (email) => list.isComplete && list.indexOf(email) < 0 && passwords.get(email) === 'kept',
  )
  useLinkedRow(userResource, list)
  const toggleFlag = (field: 'admin' | 'active') => (user: User, trigger: HTMLElement) => {
    // It is never toggled blindly.
    if (user[field] === undefined) return overlay.set({ type: 'row', resource: 'users', name: user.email })
    const snapshot = { row: user, readStartedAt: list.readStartedAt }
    return void update({ snapshot, change: { [field]: requestedState(trigger) } })
  }
  return (
    <>
      {!isListed && (
        <UnlistedAccountForm
          accounts={list}
          onEdit={({ email }) => overlay.set({ type: 'row', resource: 'users', name: email })}
          onDelete={(user) => void remove({ snapshots: [{ row: user, readStartedAt: list.readStartedAt }] })}
        />
      )}
      <DetachedNotes
        resource={userResource}
        names={detachedEmails}
        renderNote={(email) => <PasswordNote key={email} resource="users" name={email} isNamed />}
        onDismiss={() => store.forget(detachedEmails)}
      />
      <ResourceTable
        resource={userResource}
        controller={controller}
        context={context}
        readOnly={readOnly}
        remove={remove}
        handlers={{ admin: toggleFlag('admin'), active: toggleFlag('active') }}
        pageHandlers={{
          edit: (name, editMode) =>
            overlay.set({
              type: 'row',
              resource: 'users',
              name,
              ...(editMode === 'with-password' && { setsPassword: true as const }),
            }),
          refresh: onRefresh,
        }}
        expanded={uncopied}
        renderExpanded={(user, note) =>
          uncopied.has(user.email) ? <PasswordNote resource="users" name={user.email} resultNote={note} /> : note
        }
      />
      <RowSheets
        resource="users"
        controller={controller}
        inputs={userInputs}
        create={create}
        update={update}
        remove={remove}
        {...(!isListed && { rowOf: (email: string) => accountOf(list, email) })}
      />
    </>
  )
}
