import { Copy, Eye, KeyRound, Server, Users } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ResourceName } from '#contract/problem.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { keysOf } from '#web/list/resource.ts'
import { hashOf, type Page } from '#web/list/route.ts'
import { rowKeys } from '#web/ui/keys/row-keys.ts'
import { foundIn } from '#web/list/rows-shown.ts'
import { focusName } from '#web/list/rows-table.tsx'
import { replaceSearch } from '#web/list/use-route.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { openings } from '#web/writes/acts/row-menu.tsx'
import type { OpenList } from '#web/writes/page/open-list.ts'

/** Something that the palette runs. */
export interface Entry {
  id: string
  /** Of an entry that leads to a row: its name. */
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

const valueButtons = { copy: { label: 'Copy value', icon: Copy }, reveal: { label: 'Reveal value', icon: Eye } }

/** What can be done to a row of the open list: first its value and switches. */
export function rowEntries({ page, pressOf, actsOf }: OpenList, name: string): readonly Entry[] {
  const pressed = (buttons: Readonly<Record<string, Pick<Entry, 'label' | 'icon'>>>) =>
    Object.entries(buttons).flatMap(([id, { label, icon }]) => {
      const run = pressOf(name, id)
      return run === undefined ? [] : [{ id, label, icon, run }]
    })
  const acts = actsOf(name)
  return [
    ...pressed(valueButtons),
    ...acts.filter(({ isSwitch }) => isSwitch),
    ...pressed(openings),
    ...acts.filter(({ isSwitch }) => !isSwitch),
  ].map((entry) => ({
    ...entry,
    id: `${entry.id} ${name}`,
    key: rowKeys[entry.id]?.replace('Delete', 'Del').replace(/^[a-z]$/, (key) => key.toUpperCase()),
    row: { page, name, isAct: true },
    run() {
      goToRow(page, name)
      entry.run()
    },
  }))
}

/** Shows a row and gives it the focus. A row that is not drawn is searched for. */
function goToRow(page: ResourceName, name: string): void {
  const drawn = document.querySelectorAll<HTMLElement>(`table.${page} [data-name]`)
  if (![...drawn].some(({ dataset }) => dataset['name'] === name)) {
    if (drawn.length === 0) goToPage(page)
    replaceSearch(page, new URLSearchParams({ q: name }), false)
  }
  focusName(null, name)
}

/** Opens a page. */
export function goToPage(page: Page): void {
  window.location.hash = hashOf(page)
}

/** The rows of a list whose names have a text: that very name, those that begin with it, and others. */
export function rowsFound(list: RowStore<Dated> | undefined, text: string): readonly string[] {
  const found = list && foundIn(list, text)
  if (found === undefined) return []
  const begins = text.toLowerCase()
  const [first, others]: [string[], string[]] = [[], []]
  for (const row of list!.byName()) {
    if (found[row] !== 1) continue
    const name = list!.nameAt(row)
    if (name === text) first.unshift(name)
    else if (name.toLowerCase().startsWith(begins)) first.push(name)
    else if (others.length < mostRows) others.push(name)
    if (first.length > mostRows) break
  }
  return [...new Set([...first, ...others])].slice(0, mostRows)
}

/** The entry that leads to a row. */
export const rowEntry = (page: ResourceName, name: string): Entry => ({
  id: `row ${page} ${name}`,
  label: visible(name),
  row: { page, name, isAct: false },
  icon: pages[page].icon,
  run: () => goToRow(page, name),
})

const pages: Readonly<Record<Page, Pick<Entry, 'label' | 'icon'>>> = {
  tokens: { label: 'Tokens', icon: KeyRound },
  users: { label: 'Users', icon: Users },
  service: { label: 'Service', icon: Server },
}

/** The pages. */
export const pageEntries: readonly Entry[] = keysOf(pages).map((page) => ({
  ...pages[page],
  id: `page ${page}`,
  run: () => goToPage(page),
}))
