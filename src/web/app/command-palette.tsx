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
import { cachedList, creationBlockedReason, listKey, ListReadError, refreshList } from '#web/resource/list-queries.ts'
import { blockIfReadOnly, useSession } from '#web/session/session.ts'
import { secretInSearchMessage, useSecretGuard } from '#web/secrets/secret-guard.ts'
import { usePage } from '#web/router/use-search-params.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { UntrustedText, displayText } from '#web/ui/untrusted-text.tsx'
import { useDialogFocus } from '#web/ui/focus.ts'
import { useSingleKeyShortcuts, normalizedKey } from '#web/ui/keyboard.ts'
import { StatusIcon } from '#web/ui/icons.tsx'
import {
  goToPage,
  openImport,
  pageCommands,
  rowCommands,
  goToRowCommand,
  findRowNames,
  rowStatus,
  type Command,
} from './commands.ts'
import './command-palette.css'

interface CommandPaletteProps {
  /** The row with the focus when it was opened. */
  focusedRow: string | undefined
  /** What was run before, the latest first. */
  recent: readonly Command[]
  onRun: (command: Command) => void
  onShowShortcuts: () => void
  onClose: () => void
}

interface CommandGroup {
  /** Of a row: its name. */
  title: string
  row?: string
  commands: readonly Command[]
}

const findCommand: Command = { id: 'find value', label: 'Find by value…', icon: ScanSearch, run: () => undefined }

/** *Search or run*: pages, rows and what can be done to them, by typing. */
export function CommandPalette({ focusedRow, recent, onRun, onShowShortcuts, onClose }: CommandPaletteProps) {
  const session = useSession()
  const client = useQueryClient()
  const app = useAppContext()
  const page = usePage()
  const hasShortcuts = useSingleKeyShortcuts()
  const dialogRef = useRef<HTMLDivElement>(null)
  const returnFocus = useDialogFocus(dialogRef)
  const [text, setText] = useState('')
  const listOf = (name: ResourceName) => cachedList(client, name)
  const secret = useSecretGuard((query) => findRowNames(listOf('tokens'), query).length > 0, setText)
  const query = text.trim()
  const matchesQuery = ({ label }: Command) => label.toLowerCase().includes(query.toLowerCase())

  const found = { tokens: findRowNames(listOf('tokens'), query), users: findRowNames(listOf('users'), query) }
  const openResource = page === 'service' ? undefined : page
  const bestMatch = openResource === undefined ? undefined : found[openResource][0]
  const rowActionGroups = (row: string | undefined): CommandGroup[] =>
    openResource === undefined || row === undefined
      ? []
      : [{ title: displayText(row), row, commands: rowCommands(app, openResource, row) }]
  const rowGroup = (name: ResourceName, title: string): CommandGroup => ({
    title,
    commands: found[name]
      .filter((row) => name !== openResource || row !== bestMatch)
      .map((row) => goToRowCommand(name, row)),
  })
  const onNew = (name: ResourceName) => {
    const state = client.getQueryState(listKey(name))
    const problem = state?.error instanceof ListReadError ? state.error.problem : undefined
    // Its page reads a list that nobody has asked for, and may do without one that the service does not have.
    const reason =
      state === undefined || problem?.kind === 'switched-off' ? undefined : creationBlockedReason(listOf(name), problem)
    if (blockIfReadOnly(session, reason)) return undefined
    goToPage(name)
    app.overlay.set({ type: 'new-row', resource: name })
  }
  const onFind = (takePasted?: () => string) => {
    goToPage('tokens')
    app.overlay.set({ type: 'find-by-value', ...(takePasted && { takePastedValue: takePasted }) })
  }
  const refreshCommand: Command = {
    id: 'refresh',
    label: 'Refresh',
    icon: RefreshCw,
    run: () => page !== 'service' && refreshList(client, session, page),
  }
  const consoleCommands: readonly Command[] = [
    { id: 'new token', label: 'New token', icon: Plus, run: () => onNew('tokens') },
    { id: 'new user', label: 'New user', icon: Plus, run: () => onNew('users') },
    ...(page === 'service' ? [] : [refreshCommand]),
    { id: 'keys', label: 'Keyboard shortcuts', icon: Keyboard, key: '?', run: onShowShortcuts },
    { id: 'import tokens', label: 'Import tokens…', icon: FileUp, run: () => openImport(app, 'tokens') },
    { id: 'import users', label: 'Import users…', icon: FileUp, run: () => openImport(app, 'users') },
    { id: 'find', label: 'Find by value…', icon: ScanSearch, run: () => onFind() },
    { id: 'activity', label: 'Activity', icon: History, run: () => app.overlay.set({ type: 'activity' }) },
  ]
  /** As they are now: rows that are gone have left it. */
  const recentCommands = recent.flatMap((command) => {
    if (command.row === undefined) return [...pageCommands, ...consoleCommands].filter(({ id }) => id === command.id)
    return (listOf(command.row.page)?.indexOf(command.row.name) ?? -1) < 0 ? [] : [command]
  })
  /** First where nothing is typed: Enter does nothing to a row that nobody chose. */
  const pages = { title: 'Pages', commands: pageCommands.filter(matchesQuery) }
  const groups: readonly CommandGroup[] = secret.isHeld
    ? [{ title: 'Value', commands: [findCommand] }]
    : (
        [
          ...(text === '' ? [pages] : []),
          ...(bestMatch === focusedRow
            ? []
            : rowActionGroups(focusedRow).map((group) => ({
                ...group,
                commands: group.commands.filter(matchesQuery),
              }))),
          ...rowActionGroups(bestMatch),
          rowGroup('tokens', 'Tokens'),
          rowGroup('users', 'Users'),
          {
            title: 'Recent',
            commands: recentCommands
              .filter(matchesQuery)
              .map((command) => ({ ...command, id: `recent ${command.id}` })),
          },
          ...(text === '' ? [] : [pages]),
          { title: 'Console', commands: consoleCommands.filter(matchesQuery) },
        ] satisfies CommandGroup[]
      ).filter(({ commands }) => commands.length > 0)

  const run = (command: Command | undefined) => {
    if (command === undefined) return
    const takePasted = secret.take()
    // First, so that what the command opens returns the focus to what had it before.
    flushSync(onClose)
    returnFocus()
    if (command === findCommand) {
      onFind(takePasted)
    } else {
      if (!command.id.startsWith('recent '))
        onRun(command.row ? goToRowCommand(command.row.page, command.row.name) : command)
      command.run()
    }
  }
  /** While none is chosen, as after a deletion of letters, the first command is highlighted, and Enter runs it. */
  const [firstCommand] = groups[0]?.commands ?? []
  const onKeyDown = (event: KeyboardEvent) => {
    const key = normalizedKey(event.nativeEvent)
    // The library would take a key of a word that is being composed for its own: Safari’s last one doesn’t say that it is.
    if (key === undefined) return event.stopPropagation()
    if (key !== 'Enter') return
    if (event.currentTarget.querySelector('[role=menuitem][data-focused]') !== null) return
    event.preventDefault()
    event.stopPropagation()
    run(firstCommand)
  }
  return (
    <ModalOverlay className="scrim over-palette" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="palette">
        <Dialog aria-label="Search or run">
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears Enter of the field in it */}
          <div ref={dialogRef} className="palette-all" onKeyDownCapture={onKeyDown}>
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
                      {group.row !== undefined && openResource !== undefined && (
                        <Status {...rowStatus(app, openResource, group.row)} />
                      )}
                    </Header>
                    {group.commands.map((command) => (
                      <CommandItem
                        key={command.id}
                        command={command}
                        hasShortcuts={hasShortcuts}
                        isFirst={command === firstCommand}
                        statusText={
                          leadsToRow(command) ? rowStatus(app, command.row.page, command.row.name)?.label : undefined
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

function Status({ mark, label }: Partial<NonNullable<ReturnType<typeof rowStatus>>>) {
  return (
    <>
      {mark && <StatusIcon mark={mark} />}
      <span>{label}</span>
    </>
  )
}

const leadsToRow = (command: Command): command is Command & Required<Pick<Command, 'row'>> =>
  command.row?.isAction === false

interface CommandItemProps {
  command: Command
  hasShortcuts: boolean
  /** Enter runs it while none is chosen. */
  isFirst: boolean
  statusText: string | undefined
}

function CommandItem({ command, hasShortcuts: hasKeys, isFirst, statusText }: CommandItemProps) {
  const { id, label, key, icon: Icon, danger } = command
  return (
    <MenuItem id={id} textValue={label} className={`item${danger ? ' red' : ''}${isFirst ? ' first' : ''}`}>
      <Icon className="icon" aria-hidden="true" />
      {leadsToRow(command) ? <UntrustedText text={command.row.name} /> : <span>{label}</span>}
      {statusText !== undefined && <small>{statusText}</small>}
      {hasKeys && key !== undefined && <kbd aria-hidden="true">{key}</kbd>}
    </MenuItem>
  )
}
