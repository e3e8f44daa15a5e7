import { useQueryClient } from '@tanstack/react-query'
import { FileUp, History, Keyboard, Plus, RefreshCw, ScanSearch, Search } from 'lucide-react'
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
import type { ResourceName } from '#api/problem.ts'
import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import { refreshList } from '#web/resource/list-queries.ts'
import { blockIfReadOnly, useSession } from '#web/session/session.ts'
import { secretInSearchMessage, useSecretGuard } from '#web/secrets/secret-guard.ts'
import { usePage } from '#web/router/use-search-params.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { UntrustedText, displayText } from '#web/ui/untrusted-text.tsx'
import { useDialogFocus } from '#web/ui/focus.ts'
import { useHideLevel } from '#web/ui/auto-hide.ts'
import { useSingleKeyShortcuts, normalizedKey } from '#web/ui/keyboard.ts'
import { StatusIcon } from '#web/ui/icons.tsx'
import {
  goToPage,
  pageCommands,
  rowCommands,
  goToRowCommand,
  findRowNames,
  rowStatus,
  type Command,
} from './commands.ts'
import './command-palette.css'

interface Props {
  /** The row with the focus when it was opened. */
  focused: string | undefined
  /** What was run before, the latest first. */
  recent: readonly Command[]
  onRun: (command: Command) => void
  onKeys: () => void
  onClose: () => void
}

interface Group {
  /** Of a row: its name. */
  title: string
  row?: string
  commands: readonly Command[]
}

const findCommand: Command = { id: 'find value', label: 'Find by value…', icon: ScanSearch, run: () => undefined }

/** *Search or run*: pages, rows and what can be done to them, by typing. */
export function CommandPalette({ focused, recent, onRun, onKeys, onClose }: Props) {
  const session = useSession()
  const client = useQueryClient()
  const desk = useAppContext()
  const page = usePage()
  const isCovered = useHideLevel() === 'everything'
  const hasKeys = useSingleKeyShortcuts()
  const inside = useRef<HTMLDivElement>(null)
  const giveBack = useDialogFocus(inside)
  const [text, setText] = useState('')
  const listOf = (name: ResourceName) => client.getQueryData<RowList<TimestampedRow>>([name])
  const secret = useSecretGuard((typed) => findRowNames(listOf('tokens'), typed).length > 0, setText)
  const typed = text.trim()
  const has = ({ label }: Command) => label.toLowerCase().includes(typed.toLowerCase())

  const found = { tokens: findRowNames(listOf('tokens'), typed), users: findRowNames(listOf('users'), typed) }
  const open = page === 'service' ? undefined : page
  const best = open === undefined ? undefined : found[open][0]
  const acts = (row: string | undefined): Group[] =>
    open === undefined || row === undefined
      ? []
      : [{ title: displayText(row), row, commands: rowCommands(desk, open, row) }]
  const rows = (name: ResourceName, title: string): Group => ({
    title,
    commands: found[name].filter((row) => name !== open || row !== best).map((row) => goToRowCommand(name, row)),
  })
  const onNew = (name: ResourceName) => {
    if (blockIfReadOnly(session)) return
    goToPage(name)
    desk.overlay.set({ type: 'new-row', resource: name })
  }
  const onImport = (name: ResourceName) => {
    if (blockIfReadOnly(session)) return
    goToPage(name)
    desk.overlay.set({ type: 'import', resource: name })
  }
  const onFind = (takePasted?: () => string) => {
    goToPage('tokens')
    desk.overlay.set({ type: 'find-by-value', ...(takePasted && { takePastedValue: takePasted }) })
  }
  const refreshed: Command = {
    id: 'refresh',
    label: 'Refresh',
    icon: RefreshCw,
    run: () => page !== 'service' && refreshList(client, session, page),
  }
  const others: readonly Command[] = [
    { id: 'new token', label: 'New token', icon: Plus, run: () => onNew('tokens') },
    { id: 'new user', label: 'New user', icon: Plus, run: () => onNew('users') },
    ...(page === 'service' ? [] : [refreshed]),
    { id: 'keys', label: 'Keyboard shortcuts', icon: Keyboard, key: '?', run: onKeys },
    { id: 'import tokens', label: 'Import tokens…', icon: FileUp, run: () => onImport('tokens') },
    { id: 'import users', label: 'Import users…', icon: FileUp, run: () => onImport('users') },
    { id: 'find', label: 'Find by value…', icon: ScanSearch, run: () => onFind() },
    { id: 'activity', label: 'Activity', icon: History, run: () => desk.overlay.set({ type: 'activity' }) },
  ]
  /** As they are now: rows that are gone have left it. */
  const latest = recent.flatMap((command) => {
    if (command.row === undefined) return [...pageCommands, ...others].filter(({ id }) => id === command.id)
    return (listOf(command.row.page)?.indexOf(command.row.name) ?? -1) < 0 ? [] : [command]
  })
  /** First where nothing is typed: Enter does nothing to a row that nobody chose. */
  const pages = { title: 'Pages', commands: pageCommands.filter(has) }
  const groups: readonly Group[] = secret.isHeld
    ? [{ title: 'Value', commands: [findCommand] }]
    : (
        [
          ...(text === '' ? [pages] : []),
          ...(best === focused
            ? []
            : acts(focused).map((group) => ({ ...group, commands: group.commands.filter(has) }))),
          ...acts(best),
          rows('tokens', 'Tokens'),
          rows('users', 'Users'),
          {
            title: 'Recent',
            commands: latest.filter(has).map((command) => ({ ...command, id: `recent ${command.id}` })),
          },
          ...(text === '' ? [] : [pages]),
          { title: 'Console', commands: others.filter(has) },
        ] satisfies Group[]
      ).filter(({ commands }) => commands.length > 0)

  const run = (command: Command | undefined) => {
    if (command === undefined) return
    const takePasted = secret.take()
    // First, so that what the command opens returns the focus to what had it before.
    flushSync(onClose)
    giveBack()
    if (command === findCommand) {
      onFind(takePasted)
    } else {
      if (!command.id.startsWith('recent '))
        onRun(command.row ? goToRowCommand(command.row.page, command.row.name) : command)
      command.run()
    }
  }
  /** While none is chosen, as after a deletion of letters, the first command is highlighted, and Enter runs it. */
  const [first] = groups[0]?.commands ?? []
  const onKeyDown = (event: KeyboardEvent) => {
    if (normalizedKey(event.nativeEvent) !== 'Enter') return
    if (event.currentTarget.querySelector('[role=menuitem][data-focused]') !== null) return
    event.preventDefault()
    event.stopPropagation()
    run(first)
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
              {secret.isHeld && <p className="palette-says">{secretInSearchMessage}</p>}
              <Menu
                aria-label="Results"
                className="palette-list"
                onAction={(id) => run(groups.flatMap(({ commands }) => commands).find((command) => command.id === id))}
                renderEmptyState={() => <p>No matches.</p>}
              >
                {groups.map((group) => (
                  <MenuSection key={group.title} id={group.title}>
                    <Header className="palette-head">
                      {group.row === undefined ? <span>{group.title}</span> : <UntrustedText text={group.row} />}
                      {group.row !== undefined && open !== undefined && (
                        <Status {...rowStatus(desk, open, group.row)} />
                      )}
                    </Header>
                    {group.commands.map((command) => (
                      <Item
                        key={command.id}
                        command={command}
                        hasKeys={hasKeys}
                        isFirst={command === first}
                        says={
                          isLeading(command) ? rowStatus(desk, command.row.page, command.row.name)?.says : undefined
                        }
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

function Status({ mark, says }: Partial<NonNullable<ReturnType<typeof rowStatus>>>) {
  return (
    <>
      {mark && <StatusIcon mark={mark} />}
      <span>{says}</span>
    </>
  )
}

const isLeading = (command: Command): command is Command & Required<Pick<Command, 'row'>> =>
  command.row?.isAct === false

interface ItemProps {
  command: Command
  hasKeys: boolean
  /** Enter runs it while none is chosen. */
  isFirst: boolean
  says: string | undefined
}

function Item({ command, hasKeys, isFirst, says }: ItemProps) {
  const { id, label, key, icon: Icon, danger } = command
  return (
    <MenuItem id={id} textValue={label} className={`item${danger ? ' red' : ''}${isFirst ? ' first' : ''}`}>
      <Icon className="icon" aria-hidden="true" />
      {isLeading(command) ? <UntrustedText text={command.row.name} /> : <span>{label}</span>}
      {says !== undefined && <small>{says}</small>}
      {hasKeys && key !== undefined && <kbd aria-hidden="true">{key}</kbd>}
    </MenuItem>
  )
}
