import { User as UserIcon } from 'lucide-react'
import type { Problem } from '#contract/problem.ts'
import { ListPage, type Creating } from '#web/list/list-page.tsx'
import { Blank } from '#web/ui/blank.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { useUsers } from './user-hooks.ts'
import { userResource } from './user-resource.ts'
import { UsersList } from './users-list.tsx'
import { words } from './words.ts'

const UsersWithoutList = lazyComponent(async () => (await import('./users-without-list.tsx')).UsersWithoutList)

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
