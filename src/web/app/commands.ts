import { Copy, CopyPlus, Eye, KeyRound, Server, Text, Users, type LucideIcon } from 'lucide-react'
import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import type { ResourceName } from '#api/problem.ts'
import { runAction } from '#web/jobs/run-action.ts'
import type { AppContext } from '#web/jobs/app-context.tsx'
import { formatHash, type Page } from '#web/router/routes.ts'
import { createNameSearch } from '#web/list/filter-rows.ts'
import { focusRow } from '#web/list/row-keyboard.ts'
import { goTo } from '#web/router/history.ts'
import { setSearchParams } from '#web/router/use-search-params.ts'
import { findSnapshot } from '#web/resource/list-queries.ts'
import { typedKeys } from '#web/resource/resource.ts'
import { blockIfReadOnly } from '#web/session/session.ts'
import { rowShortcutLabel } from '#web/ui/keyboard.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'

/** Something that the palette runs. */
export interface Command {
  id: string
  /** Of a command that leads to a row: its name. */
  label: string
  icon: LucideIcon
  /** A single key that does the same. */
  key?: string | undefined
  danger?: true | undefined
  /** The row that it leads to. `isAction`: it does something to it there. */
  row?: { page: ResourceName; name: string; isAction: boolean }
  run: () => void
}

/** How many rows of a list are offered. */
const maxRowCommands = 6

/** What is offered for a row, if it has such a button, by what the button presses. */
const valueCommands = {
  copy: { label: 'Copy value', icon: Copy },
  reveal: { label: 'Reveal value', icon: Eye },
} as const

/** What can be done to a row: first its value and switches, then what its menu offers. */
export function rowCommands(app: AppContext, page: ResourceName, name: string): readonly Command[] {
  const { actions, readValue, canDuplicate } = app.resources[page]
  const context = app.actionContext(page)
  const snapshot = findSnapshot(context.list, name)
  if (snapshot === undefined) return []
  const { row } = snapshot
  const offered = Object.entries(actions).flatMap(([id, action]) => {
    const isSwitch = action.unavailableReason !== undefined && action.inRowMenu !== true
    if ((!isSwitch && action.inRowMenu !== true) || action.unavailableReason?.(row, context) !== undefined) return []
    return [{ ...action, id, isSwitch, run: () => void runAction(app, page, id, [snapshot]) }]
  })
  const open = () => app.overlay.set({ type: 'row', resource: page, name })
  const duplicate = () => app.overlay.set({ type: 'new-row', resource: page, duplicateOf: name })
  return [
    ...(readValue
      ? typedKeys(valueCommands).map((id) => ({
          ...valueCommands[id],
          id,
          run: () => clickWhenRendered(page, name, id),
        }))
      : []),
    ...offered.filter(({ isSwitch }) => isSwitch),
    { id: 'edit', label: 'Open', icon: Text, run: open },
    ...(canDuplicate ? [{ id: 'duplicate', label: 'Duplicate…', icon: CopyPlus, run: duplicate }] : []),
    ...offered.filter(({ isSwitch }) => !isSwitch),
  ].map(({ id, label, icon, run, ...rest }) => ({
    label,
    icon,
    ...('danger' in rest && { danger: rest.danger }),
    id: `${id} ${name}`,
    key: rowShortcutLabel(id),
    row: { page, name, isAction: true },
    run() {
      goToRow(page, name)
      run()
    },
  }))
}

/** For how many frames a row may still be drawn whose button is to be pressed. */
const framesToWait = 60

/** Presses a button of a row, which may be drawn only in the next frames. */
function clickWhenRendered(page: ResourceName, name: string, action: string, frames = framesToWait): void {
  const row = [...document.querySelectorAll<HTMLElement>(`[data-resource=${page}] [data-name]`)]
    .find(({ dataset }) => dataset['name'] === name)
    ?.closest('tr')
  const button = row?.querySelector<HTMLElement>(`[data-action=${action}]`)
  if (button) button.click()
  else if (frames > 0) requestAnimationFrame(() => clickWhenRendered(page, name, action, frames - 1))
}

/** Shows a row and gives it the focus. A row that is not drawn is searched for. */
function goToRow(page: ResourceName, name: string): void {
  const renderedNames = document.querySelectorAll<HTMLElement>(`[data-resource=${page}] [data-name]`)
  if (![...renderedNames].some(({ dataset }) => dataset['name'] === name)) {
    if (renderedNames.length === 0) goToPage(page)
    setSearchParams(page, new URLSearchParams({ q: name }), false)
  }
  focusRow(null, name)
}

/** Opens a page. */
export function goToPage(page: Page): void {
  goTo(formatHash(page))
}

/** Opens the import of a page. */
export function openImport(app: AppContext, resource: ResourceName): void {
  if (blockIfReadOnly(app)) return
  goToPage(resource)
  app.overlay.set({ type: 'import', resource })
}

/** The rows of a list whose names have a text: that very name, those that begin with it, and others. */
export function findRowNames(list: RowList<TimestampedRow> | undefined, text: string): readonly string[] {
  const matches = list && createNameSearch(list)(text)
  if (matches === undefined) return []
  const lowerText = text.toLowerCase()
  const [prefixMatches, otherMatches]: [string[], string[]] = [[], []]
  for (let row = 0; row < matches.length; row += 1) {
    if (matches[row] !== 1) continue
    const name = list!.nameAt(row)
    if (name === text) prefixMatches.unshift(name)
    else if (name.toLowerCase().startsWith(lowerText)) prefixMatches.push(name)
    else if (otherMatches.length < maxRowCommands) otherMatches.push(name)
    if (prefixMatches.length > maxRowCommands) break
  }
  return [...new Set([...prefixMatches, ...otherMatches])].slice(0, maxRowCommands)
}

/** The command that leads to a row. */
export const goToRowCommand = (page: ResourceName, name: string): Command => ({
  id: `row ${page} ${name}`,
  label: displayText(name),
  row: { page, name, isAction: false },
  icon: pages[page].icon,
  run: () => goToRow(page, name),
})

/** The status of a row in a word, with its mark: the last marked filter that it passes. */
export function rowStatus(app: AppContext, page: ResourceName, name: string) {
  const context = app.actionContext(page)
  const snapshot = findSnapshot(context.list, name)
  const lastMatch = Object.values(app.resources[page].filters).findLast(
    (filter) => snapshot && filter.mark && filter.passes(snapshot.row, context),
  )
  return lastMatch?.mark && { mark: lastMatch.mark, label: lastMatch.label(context) }
}

const pages: Readonly<Record<Page, Pick<Command, 'label' | 'icon'>>> = {
  tokens: { label: 'Tokens', icon: KeyRound },
  users: { label: 'Users', icon: Users },
  service: { label: 'Service', icon: Server },
}

/** The pages. */
export const pageCommands: readonly Command[] = typedKeys(pages).map((page) => ({
  ...pages[page],
  id: `page ${page}`,
  run: () => goToPage(page),
}))
