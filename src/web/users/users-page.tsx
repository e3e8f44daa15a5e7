import { User as UserIcon } from 'lucide-react'
import type { Problem } from '#contract/problem.ts'
import type { User } from '#contract/user.ts'
import { useNow } from '#web/app/clock.ts'
import { useConsole } from '#web/app/console.tsx'
import { ListPage, type Creating, type ListProps } from '#web/list/list-page.tsx'
import { ResourceList } from '#web/list/resource-list.tsx'
import { useResourceList } from '#web/list/use-resource-list.ts'
import { useSteadyActs } from '#web/list/row-state.tsx'
import { Blank } from '#web/ui/blank.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { useStore } from '#web/ui/store.ts'
import { useMyEmails } from './lockout.ts'
import { useUserWork } from './use-user-work.ts'
import { KeptPassword } from './kept-password.tsx'
import { UserNote } from './user-note.tsx'
import { userResource } from './user-resource.ts'
import { UserRow, type UserRowActs } from './user-row.tsx'
import { userWrites, useUsers } from './user-hooks.ts'
import { words } from './words.ts'

const UsersWithoutList = lazyComponent(async () => (await import('./users-without-list.tsx')).UsersWithoutList)
const UserOverlays = lazyComponent(async () => (await import('./user-overlays.tsx')).UserOverlays)

/** The users page: the list, or the page for services without one. */
export function UsersPage() {
  const withoutList = ({ kind }: Problem, creating: Creating) =>
    kind === 'switched-off' ? { head: words.noList, page: <UsersWithoutList {...creating} /> } : undefined
  const empty = () => (
    <Blank icon={<UserIcon className="icon s20" aria-hidden="true" />} title={words.emptyTitle}>
      {words.empty}
    </Blank>
  )
  return (
    <ListPage resource={userResource} query={useUsers()} empty={empty} instead={withoutList}>
      {(page) => <UsersList {...page} />}
    </ListPage>
  )
}

/** The list of users, with all acts on them and everything that opens over it. */
function UsersList({ list, readOnly, creating, onCreating, onRead }: ListProps<User>) {
  const { unit: units, passwords } = useConsole()
  const { unit } = useStore(units)
  const now = useNow()
  const shown = useResourceList(userResource, list, unit, unit)
  const myEmails = useMyEmails(list)
  const kept = useStore(passwords)
  const work = useUserWork({ list, readOnly, myEmails })
  const acts = useSteadyActs<UserRowActs>({
    switch: work.send,
    edit: work.edit,
    more: (user, from) => work.setOverlay({ is: 'menu', row: user, from: { current: from } }),
  })
  return (
    <ResourceList
      resource={userResource}
      writes={userWrites}
      shown={shown}
      context={unit}
      readOnly={readOnly}
      work={work}
      open={kept}
      rowless={[...kept].map(
        (email) => !shown.rows.includes(list.find(email)) && <KeptPassword key={email} email={email} isNamed />,
      )}
      row={(user, state) => <UserRow {...{ ...state, user, unit, now, acts }} you={myEmails.includes(user.email)} />}
      under={(user, note, onDismiss) => (
        <>
          {note && <UserNote user={user} note={note} work={work} onReadAgain={onRead} onDismiss={onDismiss} />}
          {kept.has(user.email) && <KeptPassword email={user.email} />}
        </>
      )}
      onRead={onRead}
    >
      {({ twin }) =>
        (creating || work.overlay || work.dialogs.first) && (
          <UserOverlays
            list={list}
            work={work}
            alike={twin}
            creating={creating}
            onCreated={(email) => {
              onCreating(false)
              if (email !== undefined) shown.showNew(email)
            }}
          />
        )
      }
    </ResourceList>
  )
}
