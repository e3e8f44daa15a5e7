import { Plus, RefreshCw, User as UserIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { User } from '#contract/user.ts'
import { whenIdle } from '#web/list/idle.ts'
import { useWaitingForm } from '#web/writes/use-open-form.ts'
import { ActivityButton } from '#web/writes/activity-button.tsx'
import { useConsole } from '#web/app/console.tsx'
import { ListProblem } from '#web/list/list-problem.tsx'
import { ListFailure, useArrived } from '#web/list/lists.ts'
import { isOffline, useOnline } from '#web/app/online.ts'
import { ReadLine } from '#web/list/read-line.tsx'
import { Blank } from '#web/ui/blank.tsx'
import { UnreadableRows } from '#web/list/unreadable-rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { counted } from '#web/ui/time.ts'
import { useUsers } from './user-hooks.ts'
import { UsersWithoutList } from './users-without-list.tsx'
import { UsersList } from './users-list.tsx'
import { words } from './words.ts'

/** The users of the service: its list where it has one, else a desk. */
export function UsersPage() {
  const console = useConsole()
  const online = useOnline()
  const list = useUsers()
  const [creating, setCreating] = useState(false)
  useWaitingForm('users', true, (row) => {
    if (row === undefined) setCreating(true)
    return true
  })
  const arrived = useArrived<User>('users')
  const failure = list.error instanceof ListFailure ? list.error : undefined
  const problem = failure?.problem
  // What arrived stands until the whole list is drawn, which takes its time without holding the page up.
  const rows = (problem === undefined ? arrived : undefined) ?? list.data
  const desk = rows === undefined && problem?.kind === 'switched-off'
  useEffect(() => whenIdle(() => import('./user-sheet.tsx')), [])

  const create = () => {
    if (!isOffline(console)) setCreating(true)
  }
  const read = () => void list.refetch()
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Users</h1>
          {desk ? (
            <p className="meta desk-line">{words.noList}</p>
          ) : (
            <ReadLine
              count={rows && counted(rows.count, 'user')}
              readAt={rows?.isWhole === true ? rows.readAt : undefined}
              reading={list.isFetching}
              onRead={read}
            />
          )}
        </div>
        {desk && (
          <button type="button" className="btn" onClick={read}>
            <RefreshCw className="icon" aria-hidden="true" />
            Ask again
          </button>
        )}
        <ActivityButton />
        {(desk || rows?.isWhole === true) && (
          <button type="button" className="btn primary" onClick={create}>
            <Plus className="icon" aria-hidden="true" />
            {words.newUser}
          </button>
        )}
      </div>
      {failure !== undefined && !desk && (
        <ListProblem
          failure={failure}
          expected="a list of users as JSON"
          request="GET /_/user"
          hasRows={rows !== undefined}
          onRetry={read}
        />
      )}
      {rows === undefined && problem === undefined && <Skeleton rows={8} />}
      {rows !== undefined && rows.unreadable.length > 0 && <UnreadableRows part="users" rows={rows.unreadable} />}
      {rows?.count === 0 && rows.unreadable.length === 0 && problem === undefined && !creating && (
        <Blank icon={<UserIcon className="icon s20" aria-hidden="true" />} title={words.emptyTitle}>
          {words.empty}
        </Blank>
      )}
      {rows !== undefined && (
        <UsersList
          list={rows}
          readOnly={!online || problem !== undefined}
          creating={creating}
          onCreating={setCreating}
          onRead={read}
        />
      )}
      {desk && <UsersWithoutList creating={creating} onCreating={setCreating} />}
    </>
  )
}
