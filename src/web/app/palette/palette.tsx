import { useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent } from 'react'
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
import { isBlocked } from '#web/list/online.ts'
import { looksSecret } from '#web/list/route.ts'
import { usePage } from '#web/list/use-route.ts'
import { uncopiedIn } from '#web/session/uncopied.ts'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { useFirstField } from '#web/ui/focus/first-field.ts'
import { useCurtain } from '#web/ui/hiding/curtain.ts'
import { useSingleKeys } from '#web/ui/keys/single-keys.ts'
import { useSession } from '#web/ui/session.ts'
import { StatusMark } from '#web/ui/status-mark.tsx'
import { useStore } from '#web/ui/store.ts'
import type { OpenList } from '#web/writes/page/open-list.ts'
import { goToPage, otherEntries, pageEntries, rowEntries, rowEntry, rowsFound, type Entry } from './entries.ts'
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

const secretWords = 'This looks like a token value, so it isn’t searched or kept.'

/** *Search or run*: pages, rows and what can be done to them, by typing. */
export function Palette({ focused, recent, onRun, onKeys, onClose }: Props) {
  const session = useSession()
  const client = useQueryClient()
  const open = useStore(session.openList)
  const page = usePage()
  const isCovered = useCurtain() === 'all'
  const hasKeys = useSingleKeys()
  const inside = useRef<HTMLDivElement>(null)
  useFirstField(inside)
  const [text, setText] = useState('')
  const [isSecret, setSecret] = useState(false)
  const [, setLoaded] = useState(false)
  const loadActs = open?.loadActs
  useEffect(
    () =>
      void loadActs?.().then(
        () => setLoaded(true),
        () => undefined,
      ),
    [loadActs],
  )
  const typed = useDeferredValue(text).trim()
  const listOf = (name: ResourceName) => client.getQueryData<RowStore<Dated>>([name])
  const has = ({ label }: Entry) => label.toLowerCase().includes(typed.toLowerCase())

  const found = { tokens: rowsFound(listOf('tokens'), typed), users: rowsFound(listOf('users'), typed) }
  const best = open === undefined ? undefined : found[open.page][0]
  const acts = (row: string | undefined): Group[] =>
    open === undefined || row === undefined ? [] : [{ title: visible(row), row, entries: rowEntries(open, row) }]
  const rows = (name: ResourceName, title: string): Group => ({
    title,
    entries: found[name].filter((row) => name !== open?.page || row !== best).map((row) => rowEntry(name, row)),
  })
  const others = [
    ...otherEntries({
      onNew(name) {
        if (isBlocked(session)) return
        goToPage(name)
        session.forms.waiting.set({ page: name, fields: {} })
      },
      onRefresh: page === 'service' ? undefined : () => void client.refetchQueries({ queryKey: [page] }),
      onHandOver: uncopiedIn(session) === undefined ? undefined : () => session.handOver.set({}),
      onKeys,
    }),
    ...session.pageActs.get(),
  ]
  /** As they are now. Rows that are gone have left it. */
  const latest = recent.flatMap(({ id, row, ...entry }) =>
    row === undefined
      ? ([...pageEntries, ...others].find((other) => other.id === id) ?? [])
      : row.name !== focused && row.name !== best && (listOf(row.page)?.find(row.name) ?? -1) >= 0
        ? { id, row, ...entry }
        : [],
  )
  const groups: readonly Group[] = (
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
    // First, so that what the entry opens returns the focus to what had it before.
    flushSync(onClose)
    if (!entry.id.startsWith('recent ')) onRun(entry.of ? rowEntry(entry.of.page, entry.of.name) : entry)
    entry.run()
  }
  const type = (next: string) => {
    const looks = looksSecret(next) && rowsFound(listOf('tokens'), next).length === 0
    setSecret(looks)
    if (looks) session.announcer.say(secretWords)
    setText(looks ? '' : next)
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
            <Autocomplete inputValue={text} onInputChange={type}>
              <div className="palette-in">
                <Search className="icon" aria-hidden="true" />
                <TextField aria-label="Search or run">
                  <Input placeholder="Search or run…" />
                </TextField>
                <kbd aria-hidden="true">Esc</kbd>
              </div>
              {isSecret && <p className="palette-says">{secretWords}</p>}
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
                      {group.row !== undefined && <Status {...open?.statusOf(group.row)} />}
                    </Header>
                    {group.entries.map((entry) => (
                      <Item
                        key={entry.id}
                        entry={entry}
                        hasKeys={hasKeys}
                        says={entry.row?.page === open?.page ? open?.statusOf(entry.row?.name ?? '')?.says : undefined}
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

function Status({ mark, says }: Partial<NonNullable<ReturnType<OpenList['statusOf']>>>) {
  return (
    <>
      {mark && <StatusMark mark={mark} />}
      <span>{says}</span>
    </>
  )
}

function Item({ entry, hasKeys, says }: { entry: Entry; hasKeys: boolean; says: string | undefined }) {
  const { id, label, row, key, icon: Icon, danger } = entry
  return (
    <MenuItem id={id} textValue={label} className={danger ? 'item red' : 'item'}>
      <Icon className="icon" aria-hidden="true" />
      {row === undefined ? <span>{label}</span> : <Foreign text={row.name} />}
      {says !== undefined && <small>{says}</small>}
      {hasKeys && key !== undefined && <kbd aria-hidden="true">{key}</kbd>}
    </MenuItem>
  )
}
