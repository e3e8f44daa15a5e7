import { Copy, CopyPlus, Eye, KeyRound, Server, Text, Users, type LucideIcon } from 'lucide-react'
import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import type { ResourceName } from '#api/problem.ts'
import { runAction } from '#web/jobs/run-action.ts'
import type { AppContext } from '#web/jobs/app-context.tsx'
import { formatHash, type Page } from '#web/router/routes.ts'
import { createNameSearch } from '#web/list/visible-rows.ts'
import { focusRow } from '#web/list/rows-table.tsx'
import { setSearchParams } from '#web/router/use-search-params.ts'
import { findSnapshot } from '#web/resource/list-queries.ts'
import { typedKeys } from '#web/resource/resource.ts'
import { rowShortcuts } from '#web/ui/keyboard.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'

/** Something that the palette runs. */
export interface Command {
  id: string
  /** Of an command that leads to a row: its name. */
  label: string
  icon: LucideIcon
  /** A single key that does the same. */
  key?: string | undefined
  danger?: true | undefined
  /** The row that it leads to. `isAct`: it does something to it there. */
  row?: { page: ResourceName; name: string; isAct: boolean }
  run: () => void
}

/** How many rows of a list are offered. */
const mostRows = 6

/** What is offered for a row, if it has such a button, by what the button presses. */
const buttons = { copy: { label: 'Copy value', icon: Copy }, reveal: { label: 'Reveal value', icon: Eye } } as const

/** What can be done to a row: first its value and switches, then what its menu offers. */
export function rowCommands(desk: AppContext, page: ResourceName, name: string): readonly Command[] {
  const { acts, readValue, canDuplicate } = desk.resources[page]
  const knows = desk.actionContext(page)
  const seen = findSnapshot(knows.list, name)
  if (seen === undefined) return []
  const { row } = seen
  const offered = Object.entries(acts).flatMap(([id, act]) => {
    const isSwitch = act.unavailableReason !== undefined && act.inRowMenu !== true
    if ((!isSwitch && act.inRowMenu !== true) || act.unavailableReason?.(row, knows) !== undefined) return []
    return [{ ...act, id, isSwitch, run: () => void runAction(desk, page, id, [seen]) }]
  })
  const open = () => desk.overlay.set({ type: 'row', resource: page, name })
  const duplicate = () => desk.overlay.set({ type: 'new-row', resource: page, duplicateOf: name })
  return [
    ...(readValue
      ? typedKeys(buttons).map((id) => ({ ...buttons[id], id, run: () => pressSoon(page, name, id) }))
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
    key: rowShortcuts[id]?.replace('Delete', 'Del').replace(/^[a-z]$/, (key) => key.toUpperCase()),
    row: { page, name, isAct: true },
    run() {
      goToRow(page, name)
      run()
    },
  }))
}

/** For how many frames a row may still be drawn whose button is to be pressed. */
const framesToWait = 60

/** Presses a button of a row, which may be drawn only in the next frames. */
function pressSoon(page: ResourceName, name: string, press: string, frames = framesToWait): void {
  const row = [...document.querySelectorAll<HTMLElement>(`table.${page} [data-name]`)]
    .find(({ dataset }) => dataset['name'] === name)
    ?.closest('tr')
  const button = row?.querySelector<HTMLElement>(`[data-action=${press}]`)
  if (button) button.click()
  else if (frames > 0) requestAnimationFrame(() => pressSoon(page, name, press, frames - 1))
}

/** Shows a row and gives it the focus. A row that is not drawn is searched for. */
function goToRow(page: ResourceName, name: string): void {
  const drawn = document.querySelectorAll<HTMLElement>(`table.${page} [data-name]`)
  if (![...drawn].some(({ dataset }) => dataset['name'] === name)) {
    if (drawn.length === 0) goToPage(page)
    setSearchParams(page, new URLSearchParams({ q: name }), false)
  }
  focusRow(null, name)
}

/** Opens a page. */
export function goToPage(page: Page): void {
  window.location.hash = formatHash(page)
}

/** The rows of a list whose names have a text: that very name, those that begin with it, and others. */
export function findRowNames(list: RowList<TimestampedRow> | undefined, text: string): readonly string[] {
  const found = list && createNameSearch(list)(text)
  if (found === undefined) return []
  const begins = text.toLowerCase()
  const [first, others]: [string[], string[]] = [[], []]
  for (let row = 0; row < found.length; row += 1) {
    if (found[row] !== 1) continue
    const name = list!.nameAt(row)
    if (name === text) first.unshift(name)
    else if (name.toLowerCase().startsWith(begins)) first.push(name)
    else if (others.length < mostRows) others.push(name)
    if (first.length > mostRows) break
  }
  return [...new Set([...first, ...others])].slice(0, mostRows)
}

/** The command that leads to a row. */
export const goToRowCommand = (page: ResourceName, name: string): Command => ({
  id: `row ${page} ${name}`,
  label: displayText(name),
  row: { page, name, isAct: false },
  icon: pages[page].icon,
  run: () => goToRow(page, name),
})

/** The status of a row in a word, with its mark: the last marked filter that it passes. */
export function rowStatus(desk: AppContext, page: ResourceName, name: string) {
  const knows = desk.actionContext(page)
  const seen = findSnapshot(knows.list, name)
  const last = Object.values(desk.resources[page].filters).findLast(
    (one) => seen && one.mark && one.passes(seen.row, knows),
  )
  return last?.mark && { mark: last.mark, says: last.label(knows) }
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
