import { useQueryClient } from '@tanstack/react-query'
import { ClipboardList, FileUp, History, Keyboard, Plus, RefreshCw, ScanSearch, Search } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  TextField,
} from 'react-aria-components'
import { flushSync } from 'react-dom'
import type { ResourceName } from '#contract/problem.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { refresh } from '#web/resource/lists.ts'
import { isBlocked } from '#web/session/online.ts'
import { secretWords, useSecretGuard } from '#web/list/search/secret-guard.ts'
import { usePage } from '#web/list/use-route.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { useUncopiedNow } from '#web/sheet/uncopied.ts'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { useFirstField } from '#web/ui/focus/first-field.ts'
import { useCurtain } from '#web/ui/hiding/curtain.ts'
import { useSingleKeys } from '#web/ui/keys/single-keys.ts'
import { useSession } from '#web/session/session.ts'
import { StatusMark } from '#web/ui/status-mark.tsx'
import { goToPage, pageEntries, rowEntries, rowEntry, rowsFound, statusOf, type Entry } from './entries.ts'
import './palette.css'

interface Props {
  /** The row with the focus when it was opened. */
  focused: string | undefined
  /** What was run before, the latest first. */
  recent: readonly Entry[]
  onRun: (entry: Entry) => void
  onKeys: () => void
  onClose: () => void
}

interface Group {
  /** Of a row: its name. */
  title: string
  row?: string
  entries: readonly Entry[]
}

const findEntry: Entry = { id: 'find value', label: 'Find by value…', icon: ScanSearch, run: () => undefined }

/** *Search or run*: pages, rows and what can be done to them, by typing. */
export function Palette({ focused, recent, onRun, onKeys, onClose }: Props) {
  const session = useSession()
  const client = useQueryClient()
  const desk = useDesk()
  const isUncopied = useUncopiedNow()() !== undefined
  const page = usePage()
  const isCovered = useCurtain() === 'all'
  const hasKeys = useSingleKeys()
  const inside = useRef<HTMLDivElement>(null)
  useFirstField(inside)
  const [text, setText] = useState('')
  const listOf = (name: ResourceName) => client.getQueryData<RowStore<Dated>>([name])
  const secret = useSecretGuard((typed) => rowsFound(listOf('tokens'), typed).length > 0, setText)
  const typed = text.trim()
  const has = ({ label }: Entry) => label.toLowerCase().includes(typed.toLowerCase())

  const found = { tokens: rowsFound(listOf('tokens'), typed), users: rowsFound(listOf('users'), typed) }
  const open = page === 'service' ? undefined : page
  const best = open === undefined ? undefined : found[open][0]
  const acts = (row: string | undefined): Group[] =>
    open === undefined || row === undefined ? [] : [{ title: visible(row), row, entries: rowEntries(desk, open, row) }]
  const rows = (name: ResourceName, title: string): Group => ({
    title,
    entries: found[name].filter((row) => name !== open || row !== best).map((row) => rowEntry(name, row)),
  })
  const onNew = (name: ResourceName) => {
    if (isBlocked(session)) return
    goToPage(name)
    desk.opened.set({ is: 'new', resource: name })
  }
  const onImport = (name: ResourceName) => {
    if (isBlocked(session)) return
    goToPage(name)
    desk.opened.set({ is: 'import', resource: name })
  }
  const onFind = (takePasted?: () => string) => {
    goToPage('tokens')
    desk.opened.set({ is: 'find', ...(takePasted && { takePasted }) })
  }
  const refreshed: Entry = {
    id: 'refresh',
    label: 'Refresh',
    icon: RefreshCw,
    run: () => page !== 'service' && refresh(client, session, page),
  }
  const handOver: Entry = {
    id: 'hand over',
    label: 'Hand over…',
    icon: ClipboardList,
    run: () => desk.opened.set({ is: 'hand-over' }),
  }
  const others: readonly Entry[] = [
    { id: 'new token', label: 'New token', icon: Plus, run: () => onNew('tokens') },
    { id: 'new user', label: 'New user', icon: Plus, run: () => onNew('users') },
    ...(page === 'service' ? [] : [refreshed]),
    ...(isUncopied ? [handOver] : []),
    { id: 'keys', label: 'Keyboard shortcuts', icon: Keyboard, key: '?', run: onKeys },
    { id: 'import tokens', label: 'Import tokens…', icon: FileUp, run: () => onImport('tokens') },
    { id: 'import users', label: 'Import users…', icon: FileUp, run: () => onImport('users') },
    { id: 'find', label: 'Find by value…', icon: ScanSearch, run: () => onFind() },
    { id: 'activity', label: 'Activity', icon: History, run: () => desk.opened.set({ is: 'activity' }) },
  ]
  /** As they are now: rows that are gone have left it. */
  const latest = recent.flatMap((entry) => {
    if (entry.row === undefined) return [...pageEntries, ...others].filter(({ id }) => id === entry.id)
    return (listOf(entry.row.page)?.find(entry.row.name) ?? -1) < 0 ? [] : [entry]
  })
  const groups: readonly Group[] = secret.isHeld
    ? [{ title: 'Value', entries: [findEntry] }]
    : (
        [
          ...(best === focused ? [] : acts(focused).map((group) => ({ ...group, entries: group.entries.filter(has) }))),
          ...acts(best),
          rows('tokens', 'Tokens'),
          rows('users', 'Users'),
          { title: 'Recent', entries: latest.filter(has).map((entry) => ({ ...entry, id: `recent ${entry.id}` })) },
          { title: 'Pages', entries: pageEntries.filter(has) },
          { title: 'Console', entries: others.filter(has) },
        ] satisfies Group[]
      ).filter(({ entries }) => entries.length > 0)

  const run = (entry: Entry | undefined) => {
    if (entry === undefined) return
    const takePasted = secret.take()
    // First, so that what the entry opens returns the focus to what had it before.
    flushSync(onClose)
    if (entry === findEntry) {
      onFind(takePasted)
    } else {
      if (!entry.id.startsWith('recent ')) onRun(entry.row ? rowEntry(entry.row.page, entry.row.name) : entry)
      entry.run()
    }
  }
  /** Enter runs the first entry while none is chosen, as after a deletion of letters. */
  const onKeyDown = ({ key, nativeEvent, currentTarget }: KeyboardEvent) => {
    if (key !== 'Enter' || nativeEvent.isComposing) return
    if (currentTarget.querySelector('[role=menuitem][data-focused]') === null) run(groups[0]?.entries[0])
  }
  if (isCovered) return null
  return (
    <ModalOverlay className="scrim over-palette" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="palette">
        <Dialog aria-label="Search or run">
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears Enter of the field in it */}
          <div ref={inside} className="palette-all" onKeyDownCapture={onKeyDown}>
            <Autocomplete inputValue={text} onInputChange={secret.type}>
              <div className="palette-in">
                <Search className="icon" aria-hidden="true" />
                <TextField aria-label="Search or run" onPaste={secret.onPaste}>
                  <Input placeholder="Search or run…" />
                </TextField>
                <kbd aria-hidden="true">Esc</kbd>
              </div>
              {secret.isHeld && <p className="palette-says">{secretWords}</p>}
              <Menu
                aria-label="Results"
                className="palette-list"
                onAction={(id) => run(groups.flatMap(({ entries }) => entries).find((entry) => entry.id === id))}
                renderEmptyState={() => <p>No matches.</p>}
              >
                {groups.map((group) => (
                  <MenuSection key={group.title} id={group.title}>
                    <Header className="palette-head">
                      {group.row === undefined ? <span>{group.title}</span> : <Foreign text={group.row} />}
                      {group.row !== undefined && open !== undefined && <Status {...statusOf(desk, open, group.row)} />}
                    </Header>
                    {group.entries.map((entry) => (
                      <Item
                        key={entry.id}
                        entry={entry}
                        hasKeys={hasKeys}
                        says={isLeading(entry) ? statusOf(desk, entry.row.page, entry.row.name)?.says : undefined}
                      />
                    ))}
                  </MenuSection>
                ))}
              </Menu>
            </Autocomplete>
          </div>
          <div className="foot" aria-hidden="true">
            <span>
              <kbd>↑</kbd>
              <kbd>↓</kbd>
              <span>choose</span>
            </span>
            <span>
              <kbd>Enter</kbd>
              <span>run</span>
            </span>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Status({ mark, says }: Partial<NonNullable<ReturnType<typeof statusOf>>>) {
  return (
    <>
      {mark && <StatusMark mark={mark} />}
      <span>{says}</span>
    </>
  )
}

const isLeading = (entry: Entry): entry is Entry & Required<Pick<Entry, 'row'>> => entry.row?.isAct === false

function Item({ entry, hasKeys, says }: { entry: Entry; hasKeys: boolean; says: string | undefined }) {
  const { id, label, key, icon: Icon, danger } = entry
  return (
    <MenuItem id={id} textValue={label} className={danger ? 'item red' : 'item'}>
      <Icon className="icon" aria-hidden="true" />
      {isLeading(entry) ? <Foreign text={entry.row.name} /> : <span>{label}</span>}
      {says !== undefined && <small>{says}</small>}
      {hasKeys && key !== undefined && <kbd aria-hidden="true">{key}</kbd>}
    </MenuItem>
  )
}
