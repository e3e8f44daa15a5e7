import { ClipboardList, Copy, Eye, KeyRound, Keyboard, Plus, RefreshCw, Server, User, Users } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ResourceName } from '#contract/problem.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { hashOf, type Page } from '#web/list/route.ts'
import { rowKeys } from '#web/list/row-keys.ts'
import { foundIn } from '#web/list/rows-shown.ts'
import { focusName } from '#web/list/rows-table.tsx'
import { replaceSearch } from '#web/list/use-route.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { openings } from '#web/writes/acts/row-menu.tsx'
import type { OpenList } from '#web/writes/page/open-list.ts'

/** Something that the palette runs. */
export interface Entry {
  id: string
  label: string
  /** The row that it leads to. */
  row?: { page: ResourceName; name: string }
  /** The row that it does something to. */
  of?: { page: ResourceName; name: string }
  /** A single key that does the same. */
  key?: string | undefined
  icon: LucideIcon
  danger?: boolean
  run: () => void
}

/** How many rows of a list are offered. */
const mostRows = 6

const pages: Readonly<Record<Page, { label: string; icon: LucideIcon }>> = {
  tokens: { label: 'Tokens', icon: KeyRound },
  users: { label: 'Users', icon: Users },
  service: { label: 'Service', icon: Server },
}

/** What the buttons of a row do, in the order of the palette. Acts that only switch something stand after the first two. */
const rowPresses = {
  copy: { label: 'Copy value', icon: Copy },
  reveal: { label: 'Reveal value', icon: Eye },
  ...openings,
}

const keyOf = (press: string) => {
  const key = Object.keys(rowKeys).find((candidate) => rowKeys[candidate] === press)
  return key === 'Delete' ? 'Del' : key?.toUpperCase()
}

/** What can be done to a row of the open list. */
export function rowEntries(open: OpenList, name: string): readonly Entry[] {
  const acts = open.actsOf(name)
  const entry = (act: (typeof acts)[number]): Entry => ({ ...act, id: `act ${act.name}`, key: keyOf(act.name) })
  const pressed = Object.entries(rowPresses).flatMap(([press, { label, icon }]) => {
    const run = open.pressOf(name, press)
    return run === undefined ? [] : [{ id: `press ${press}`, label, icon, key: keyOf(press), run }]
  })
  return [
    ...pressed.filter(({ id }) => id === 'press copy' || id === 'press reveal'),
    ...acts.filter(({ isSwitch }) => isSwitch).map(entry),
    ...pressed.filter(({ id }) => id !== 'press copy' && id !== 'press reveal'),
    ...acts.filter(({ isSwitch, danger }) => !isSwitch && !danger).map(entry),
    ...acts.filter(({ danger }) => danger).map(entry),
  ].map((one) => ({
    ...one,
    of: { page: open.page, name },
    id: `${one.id} ${name}`,
    run() {
      goToRow(open.page, name)
      one.run()
    },
  }))
}

/** Shows a row and gives it the focus. A row that is not drawn is searched for. */
export function goToRow(page: ResourceName, name: string): void {
  const drawn = document.querySelectorAll<HTMLElement>(`table.${page} [data-name]`)
  if (![...drawn].some(({ dataset }) => dataset['name'] === name)) {
    if (drawn.length === 0) goToPage(page)
    replaceSearch(page, new URLSearchParams({ q: name }), false)
  }
  focusName(null, name)
}

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

const rowIcons: Readonly<Record<ResourceName, LucideIcon>> = { tokens: KeyRound, users: User }

/** The entry that leads to a row. */
export const rowEntry = (page: ResourceName, name: string): Entry => ({
  id: `row ${page} ${name}`,
  label: visible(name),
  row: { page, name },
  icon: rowIcons[page],
  run: () => goToRow(page, name),
})

/** The pages. */
export const pageEntries: readonly Entry[] = Object.entries(pages).map(([page, { label, icon }]) => ({
  id: `page ${page}`,
  label,
  icon,
  run: () => goToPage(page as Page),
}))

interface Doing {
  onNew: (page: ResourceName) => void
  onRefresh: (() => void) | undefined
  /** Undefined: everything is copied. */
  onHandOver: (() => void) | undefined
  onKeys: () => void
}

/** What concerns no row. */
export function otherEntries({ onNew, onRefresh, onHandOver, onKeys }: Doing): readonly Entry[] {
  return [
    { id: 'new token', label: 'New token', icon: Plus, run: () => onNew('tokens') },
    { id: 'new user', label: 'New user', icon: Plus, run: () => onNew('users') },
    ...(onRefresh === undefined ? [] : [{ id: 'refresh', label: 'Refresh', icon: RefreshCw, run: onRefresh }]),
    ...(onHandOver === undefined
      ? []
      : [{ id: 'hand over', label: 'Hand over…', icon: ClipboardList, run: onHandOver }]),
    { id: 'keys', label: 'Keyboard shortcuts', icon: Keyboard, key: '?', run: onKeys },
  ]
}
