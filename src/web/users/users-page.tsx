import { FileUp, User as UserIcon } from 'lucide-react'
import { useMemo } from 'react'
import type { Problem } from '#contract/problem.ts'
import type { User } from '#contract/user.ts'
import { useDesk, useWorld } from '#web/jobs/desk.tsx'
import { ResourcePage, type ListProps } from '#web/list/resource-page.tsx'
import { ResourceTable } from '#web/list/resource-table.tsx'
import { useLinkedRow } from '#web/list/use-linked-row.ts'
import { useResourceList } from '#web/list/use-resource-list.ts'
import { Blank } from '#web/ui/blank.tsx'
import { switchesTo } from '#web/ui/inputs/row-switch.tsx'
import { useStore } from '#web/ui/store.ts'
import { PasswordNote } from '#web/sheet/password-note.tsx'
import { uncopiedIn, usePasswords } from '#web/sheet/passwords.ts'
import { RowSheets } from '#web/list/row-sheets.tsx'
import { RowlessNotes } from '#web/list/rowless-notes.tsx'
import { AccountByEmail } from './account-by-email.tsx'
import { accountOf, accountsIn } from './accounts.ts'
import { useUserActs, useUsers } from './hooks.ts'
import { users } from './resource.ts'
import { UserRow } from './user-row.tsx'
import { words } from './words.ts'

/** The users page: the list, or, where the service has none, the accounts of this session. */
export function UsersPage() {
  const { opened, jobs } = useDesk()
  const all = useStore(jobs)
  const passwords = useStore(usePasswords())
  const accounts = useMemo(() => accountsIn(all, uncopiedIn(passwords)), [all, passwords])
  const instead = ({ kind }: Problem) => (kind === 'switched-off' ? { head: words.noList, list: accounts } : undefined)
  const query = useUsers()
  return (
    <ResourcePage
      resource={users}
      query={query}
      more={[
        {
          id: 'import',
          label: 'Import…',
          icon: FileUp,
          changes: true,
          run: () => opened.set({ is: 'import', resource: 'users' }),
        },
      ]}
      empty={(create) => (
        <Blank
          icon={<UserIcon className="icon s20" aria-hidden="true" />}
          title={words.emptyTitle}
          actions={
            <button type="button" className="btn primary" onClick={create}>
              Create the first user
            </button>
          }
        >
          {words.empty}
        </Blank>
      )}
      instead={instead}
    >
      {(page) => <UsersList {...page} isListed={query.data !== undefined} />}
    </ResourcePage>
  )
}

/** The list of users, with all acts on them and everything that opens over it. */
function UsersList({ list, readOnly, onRead, isListed }: ListProps<User> & { isListed: boolean }) {
  const { opened } = useDesk()
  const world = useWorld()
  const store = usePasswords()
  const passwords = useStore(store)
  const uncopied = useMemo(() => uncopiedIn(passwords), [passwords])
  const shown = useResourceList(
    users,
    list,
    useMemo(() => ({ ...world, uncopied }), [world, uncopied]),
  )
  const act = useUserActs()
  // Of a user who is not in the list, a lost password is nobody’s.
  const rowless = [...uncopied].filter(
    (email) => list.isWhole && list.find(email) < 0 && passwords.get(email) === 'kept',
  )
  useLinkedRow(users, list)
  const flag = (field: 'admin' | 'active') => (user: User, from: HTMLElement) => {
    // It is never toggled blindly.
    if (user[field] === undefined) return opened.set({ is: 'row', resource: 'users', name: user.email })
    const seen = [{ row: user, beganAt: list.beganAt }]
    return act.mutate({ act: 'save', seen, change: { [field]: switchesTo(from) } })
  }
  return (
    <>
      {!isListed && (
        <AccountByEmail
          accounts={list}
          onEdit={({ email }) => opened.set({ is: 'row', resource: 'users', name: email })}
          onDelete={(user) => act.mutate({ act: 'delete', seen: [{ row: user, beganAt: list.beganAt }] })}
        />
      )}
      <RowlessNotes
        resource={users}
        names={rowless}
        note={(email) => <PasswordNote key={email} resource="users" name={email} isNamed />}
        onDismiss={() => store.forget(rowless)}
      />
      <ResourceTable
        resource={users}
        shown={shown}
        world={world}
        readOnly={readOnly}
        presses={{ admin: flag('admin'), active: flag('active') }}
        page={{
          edit: (name, how) =>
            opened.set({
              is: 'row',
              resource: 'users',
              name,
              ...(how === 'with-password' && { hasPassword: true as const }),
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
