import { useMemo, useRef } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import { useNow } from '#web/app/clock.ts'
import { useConsole } from '#web/app/console.tsx'
import { RowlessNotes } from '#web/writes/rowless-notes.tsx'
import { focusFirst, focusName, isLong, RowsTable, type Column } from '#web/list/rows-table.tsx'
import { useLookAlikes } from '#web/list/use-look-alikes.ts'
import { useJustSaved } from '#web/writes/use-just-saved.ts'
import { useSettledNotes } from '#web/writes/use-settled-notes.ts'
import { useTally } from '#web/list/use-tally.ts'
import { total, useSelection } from '#web/list/use-selection.ts'
import { useIsByItself } from '#web/list/use-changes.ts'
import { useSteadyRows } from '#web/list/use-steady-rows.ts'
import { useWaitingForm } from '#web/writes/use-open-form.ts'
import { useFoundSaid, useView } from '#web/list/use-view.ts'
import { ListTools, NoMatch } from '#web/list/list-tools.tsx'
import { later, laterPart } from '#web/ui/later.tsx'
import { unitOf } from '#web/writes/unit.ts'
import { usePartOf, useStore } from '#web/ui/store.ts'
import { counted } from '#web/ui/time.ts'
import { UserOverlays } from './user-overlays.tsx'
import { useMe } from './use-me.ts'
import { useUserWork } from './use-user-work.ts'
import { UserNote } from './user-note.tsx'
import { UserRow, type UserRowActs } from './user-row.tsx'
import { rowsIn, searchFor, userTally, viewFrom, type UserColumn, type UserFilter, type UserView } from './user-view.ts'
import { undoing } from './undoing.ts'
import { filterWords, words } from './words.ts'

interface Props {
  list: RowStore<User>
  readOnly: boolean
  creating: boolean
  onCreating: (creating: boolean) => void
  onRead: () => void
}

/** The list with everything that filters it, acts on it, and opens over it. */
export function UsersList({ list: read, readOnly: isReadOnly, creating, onCreating, onRead }: Props) {
  const { unit: units, notes, announcer } = useConsole()
  const unit = usePartOf(units, unitOf)
  const now = useNow()
  const [view, show] = useView<UserView>(spelling)
  const find = () => rowsIn(read, view, unit)
  const isByItself = useIsByItself('users', read)
  const shown = useSteadyRows({ list: read, view, key: `${JSON.stringify(view)} ${unit}`, find, isByItself })
  const { list, rows } = shown
  const readOnly = isReadOnly || !list.isWhole
  const me = useMe(list)
  const selecting = useSelection('user', list, rows, `${shown.view.filter} ${shown.view.text}`)
  const counts = useTally(list, userTally)
  const userNotes = useStore(notes.users)
  const saved = useJustSaved(userNotes)
  const open = useMemo(() => new Set(userNotes.keys()), [userNotes])
  const looks = useLookAlikes(list, 'user')
  const page = useRef<HTMLDivElement>(null)
  const work = useUserWork({ list, rows, readOnly, me, page })
  useWaitingForm('users', list.isWhole && !readOnly, (row) => {
    if (row === undefined) return true
    const at = list.find(row)
    if (at >= 0) work.edit(list.at(at))
    return at >= 0
  })
  useSettledNotes(list, notes.users, unit, settling)
  useFoundSaid(shown.view.text, counted(rows.length, 'user'))

  const created = (email?: string) => {
    onCreating(false)
    if (email === undefined) return
    if (view.text !== '' || view.filter !== 'all') {
      show({ text: '', filter: 'all' })
      announcer.say('Search and filter were cleared to show the new user.')
    }
    requestAnimationFrame(() => focusName(page.current, email))
  }
  const rowActs: UserRowActs = { switch: work.change, edit: work.edit, remove: work.askToDelete }

  return (
    <div ref={page}>
      {(list.count > 0 || view.text !== '') && (
        <ListTools
          label="Search users"
          text={view.text}
          rows={isLong(list) ? list.count : undefined}
          onText={(text) => show({ text })}
          onDown={() => focusFirst(page.current)}
          chips={filters
            .filter((id) => id !== 'unknown' || (counts?.unknown ?? 0) > 0 || view.filter === 'unknown')
            .map((id) => ({
              id,
              label: filterWords[id],
              count: counts?.[id],
              ...(id !== 'all' && id !== 'admins' && { mark: id }),
            }))}
          pressed={view.filter}
          onPress={(filter) => show({ filter })}
        />
      )}
      {list.isWhole && userNotes.size > 0 && (
        <RowlessNotes
          noun="user"
          list={list}
          notes={userNotes}
          onReadAgain={onRead}
          onDismiss={(name) => notes.users.dismiss(name)}
        />
      )}
      {total(selecting) > 0 && <UserSelection list={list} selecting={selecting} shown={rows.length} unit={unit} />}
      {rows.length > 0 ? (
        <RowsTable
          label="Users"
          className="users"
          columns={columns}
          list={list}
          rows={rows}
          view={shown.key}
          isBehind={shown.isBehind}
          sort={view.sort}
          onSort={(sort) => show({ sort })}
          selecting={selecting}
          open={open}
          onAbove={() => page.current?.querySelector<HTMLElement>('input[type=search]')?.focus()}
          row={(user) => (
            <UserRow
              user={user}
              unit={unit}
              now={now}
              you={me.includes(user.email)}
              justSaved={saved.has(user.email)}
              oddity={looks.oddity(user.email)}
              isNew={shown.news.has(user.email)}
              readOnly={readOnly}
              acts={rowActs}
            />
          )}
          under={(user) => {
            const note = userNotes.get(user.email)
            if (note === undefined) return false
            const before = 'before' in note.verdict ? note.verdict.before : undefined
            const undo = before && undoing(before, note.change)
            return (
              <UserNote
                email={user.email}
                note={note}
                onEdit={() => work.edit(user)}
                onSendAgain={() => work.send(user, note.change, true)}
                onUndo={undo && (() => work.send(user, undo, true))}
                onReadAgain={onRead}
                onDismiss={() => {
                  notes.users.dismiss(user.email)
                  focusName(page.current, user.email)
                }}
              />
            )
          }}
        />
      ) : (
        list.count > 0 && (
          <NoMatch
            title={words.noMatchTitle}
            isKnown={!shown.isBehind}
            onClear={() => show({ text: '', filter: 'all' })}
          >
            None of {counted(list.count, 'user')} matches.
          </NoMatch>
        )
      )}
      <UserOverlays list={list} work={work} alike={looks.twin} creating={creating} onCreated={created} />
    </div>
  )
}

const UserSelection = laterPart(async () => (await import('./user-selection.tsx')).UserSelection)
const settling = later(async () => (await import('./settle-users.ts')).settleUsers)
const spelling = { page: 'users', from: viewFrom, to: searchFor } as const
const filters: readonly UserFilter[] = ['all', 'active', 'inactive', 'admins', 'unknown']

const columns: readonly Column<UserColumn>[] = [
  { column: 'email', label: 'Email', className: 'c-name' },
  { column: 'status', label: 'Status', className: 'c-status' },
  { column: 'admin', label: 'Admin', className: 'c-sw' },
  { column: 'active', label: 'Active', className: 'c-sw' },
  { column: 'created', label: 'Created', className: 'c-made' },
  { column: 'updated', label: 'Updated', className: 'c-upd' },
]
