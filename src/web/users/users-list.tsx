import { useMemo } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { User } from '#contract/user.ts'
import { useNow } from '#web/app/clock.ts'
import { useConsole } from '#web/app/console.tsx'
import { staleWords } from '#web/app/online.ts'
import type { Creating } from '#web/list/list-page.tsx'
import { savedState } from '#web/list/row-state.tsx'
import { ResourceList } from '#web/list/resource-list.tsx'
import { useResourceList } from '#web/list/use-resource-list.ts'
import { useSteadyActs } from '#web/list/use-steady-acts.ts'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { usePartOf, useStore } from '#web/ui/store.ts'
import { unitOf } from '#web/writes/unit.ts'
import { useJustSaved, useShownNotes, useUndoing } from '#web/writes/notes.ts'
import { useWaitingForm } from '#web/writes/use-open-form.ts'
import { useSettledNotes } from '#web/writes/use-settled-notes.ts'
import { useMyEmails } from './lockout.ts'
import { useUserWork } from './use-user-work.ts'
import { KeptPassword } from './kept-password.tsx'
import { UserNote } from './user-note.tsx'
import { userResource } from './user-resource.ts'
import { UserRow, type UserRowActs } from './user-row.tsx'
import { userWrites } from './user-hooks.ts'

const UserOverlays = lazyComponent(async () => (await import('./user-overlays.tsx')).UserOverlays)

interface Props extends Creating {
  list: RowStore<User>
  /** Why nothing can be changed now. */
  readOnly: string | undefined
  onRead: () => void
}

/** The list of users, with all acts on them and everything that opens over it. */
export function UsersList({ list, readOnly: stale, creating, onCreating, onRead }: Props) {
  const { unit: units, notes, passwords } = useConsole()
  const unit = usePartOf(units, unitOf)
  const now = useNow()
  const shown = useResourceList(userResource, list, unit, unit)
  const { lookAlikes, newNames } = shown
  const readOnly = stale ?? (list.isWhole ? undefined : staleWords.loading)
  const myEmails = useMyEmails(list)
  const noted = useStore(notes.users)
  const saved = useJustSaved(noted)
  const shownNotes = useShownNotes(noted)
  const kept = useStore(passwords)
  const open = useMemo(() => new Set([...shownNotes.keys(), ...kept]), [shownNotes, kept])
  const work = useUserWork({ list, readOnly, myEmails })
  useWaitingForm('users', readOnly === undefined, (row) => {
    const at = row === undefined ? undefined : list.find(row)
    if (at !== undefined && at >= 0) work.edit(list.at(at))
    return at !== -1
  })
  useSettledNotes(list, userWrites, unit)
  const saves = { saved, notes: notes.users }
  useUndoing(notes.users, readOnly === undefined, work.undo)
  const acts = useSteadyActs<UserRowActs>({
    switch: work.change,
    edit: work.edit,
    more: (user, from) => work.setOverlay({ is: 'menu', user, from: { current: from } }),
  })
  return (
    <ResourceList
      resource={userResource}
      shown={shown}
      context={unit}
      noted={shownNotes}
      onDismiss={notes.users.dismiss}
      open={open}
      rowless={[...kept].map(
        (email) => !shown.rows.includes(list.find(email)) && <KeptPassword key={email} email={email} isNamed />,
      )}
      row={(user) => (
        <UserRow
          user={user}
          unit={unit}
          now={now}
          you={myEmails.includes(user.email)}
          saved={savedState(user.email, saves)}
          oddity={lookAlikes.oddity(user.email)}
          isNew={newNames.has(user.email)}
          readOnly={readOnly !== undefined}
          acts={acts}
        />
      )}
      under={(user, note) => (
        <>
          {note && (
            <UserNote
              user={user}
              note={note}
              work={work}
              onReadAgain={onRead}
              onDismiss={() => notes.users.dismiss(user.email)}
            />
          )}
          {kept.has(user.email) && <KeptPassword email={user.email} />}
        </>
      )}
      onRead={onRead}
    >
      {(creating || work.overlay || work.question || work.interrupted) && (
        <UserOverlays
          list={list}
          work={work}
          alike={lookAlikes.twin}
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
