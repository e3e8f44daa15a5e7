import { FileUp, User as UserIcon } from 'lucide-react'
import { useMemo } from 'react'
import type { Problem } from '#contract/problem.ts'
import type { User } from '#contract/user.ts'
import { useNow } from '#web/ui/clock.ts'
import { useSession } from '#web/ui/session.ts'
import { myEmailsIn, useYou } from './you.ts'
import type { PageSheet } from '#web/writes/page/page-menu.tsx'
import { ListPage, type Creating, type ListProps } from '#web/writes/page/list-page.tsx'
import { ResourceList } from '#web/writes/page/resource-list.tsx'
import { useResourceList } from '#web/list/use-resource-list.ts'
import { switchesTo } from '#web/ui/row-switch.tsx'
import { Blank } from '#web/ui/blank.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { useStore } from '#web/ui/store.ts'
import { undoing } from '#web/writes/acts/note-acts.ts'
import { useHasDialog } from '#web/writes/acts/use-has-dialog.ts'
import { useLinkedRow } from '#web/writes/details/use-linked-row.ts'
import { useRowOverlay } from '#web/writes/acts/use-row-overlay.ts'
import { UncopiedBanner } from '#web/writes/hand-over/uncopied-banner.tsx'
import { KeptPassword } from './kept-password.tsx'
import { UserNote } from './user-note.tsx'
import { userResource } from './user-resource.ts'
import { UserRow } from './user-row.tsx'
import { useUserActs, useUsers } from './user-hooks.ts'
import { userWrites } from './user-writes.ts'
import { words } from './words.ts'

const UsersWithoutList = lazyComponent(async () => (await import('./users-without-list.tsx')).UsersWithoutList)
const UserOverlays = lazyComponent(async () => (await import('./user-overlays.tsx')).UserOverlays)

const more = {
  import: {
    label: 'Import…',
    icon: FileUp,
    changes: true,
    Sheet: lazyComponent(async () => (await import('./import/user-import-sheet.tsx')).UserImportSheet),
  },
} satisfies Record<string, PageSheet<User>>

/** The users page: the list, or the page for services without one. */
export function UsersPage() {
  const { kept } = useStore(useSession().passwords)
  const withoutList = ({ kind }: Problem, creating: Creating) =>
    kind === 'switched-off' ? { head: words.noList, page: <UsersWithoutList {...creating} /> } : undefined
  const empty = (create: () => void) => (
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
  )
  return (
    <>
      {/* A single one has its own note. */}
      {kept.size > 1 && <UncopiedBanner what="password" count={kept.size} />}
      <ListPage resource={userResource} more={more} query={useUsers()} empty={empty} instead={withoutList}>
        {(page) => <UsersList {...page} />}
      </ListPage>
    </>
  )
}

/** The list of users, with all acts on them and everything that opens over it. */
function UsersList({ list, readOnly, creating, onCreating, onRead }: ListProps<User>) {
  const { unit: units, passwords } = useSession()
  const hasDialog = useHasDialog('users')
  const { unit } = useStore(units)
  const now = useNow()
  const context = useMemo(() => ({ unit }), [unit])
  const shown = useResourceList(userResource, list, context, unit)
  const emails = useYou()
  const myEmails = useMemo(() => myEmailsIn(list, emails), [list, emails])
  const { kept: keptEmails } = useStore(passwords)
  const act = useUserActs()
  const over = useRowOverlay<User>(list, readOnly)
  useLinkedRow(userResource, list, over.details)
  const flag = (field: 'admin' | 'active') => (user: User, from: HTMLElement) => {
    if (user[field] === undefined) over.edit(user)
    else void act('save', over.seen(user), { change: { [field]: switchesTo(from) } })
  }
  return (
    <ResourceList
      resource={userResource}
      writes={userWrites}
      shown={shown}
      context={context}
      readOnly={readOnly}
      onEdit={over.edit}
      onAct={(name, user) => void act(name, over.seen(user), {})}
      onUndo={(outcome) => undoing(outcome, act)?.()}
      open={keptEmails}
      presses={{
        admin: flag('admin'),
        active: flag('active'),
        edit: (user) => over.edit(user),
        more: (user, from) => over.open('menu', user, from),
        details: over.details,
        delete: (user) => void act('delete', over.seen(user), {}),
      }}
      rowless={[...keptEmails].map(
        (email) => !shown.rows.includes(list.find(email)) && <KeptPassword key={email} email={email} isNamed />,
      )}
      row={(user, state) => <UserRow {...{ ...state, user, unit, now }} you={myEmails.includes(user.email)} />}
      under={(user, note, onDismiss) => (
        <>
          {note && <UserNote {...{ user, note, act, over, onDismiss }} onReadAgain={onRead} />}
          {keptEmails.has(user.email) && <KeptPassword email={user.email} />}
        </>
      )}
      onRead={onRead}
    >
      {(creating || over.overlay || hasDialog) && (
        <UserOverlays
          list={list}
          act={act}
          over={over}
          creating={creating}
          onCreated={(email) => {
            onCreating(false)
            if (email !== undefined) shown.showNew(email)
          }}
        />
      )}
    </ResourceList>
  )
}
