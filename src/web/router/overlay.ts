import { useSyncExternalStore } from 'react'
import type { ResourceName } from '#api/problem.ts'
import type { Store } from '#web/ui/store.ts'
import {
  currentEntry,
  goToList,
  notifyHistory,
  pushEntry,
  replaceEntry,
  subscribeToHistory,
  whenArrived,
} from './history.ts'
import { formatHash, looksLikeSecret, parseHash, redactSearchParams } from './routes.ts'

/** What is open over the page: one sheet at a time. */
export type Overlay =
  /** The sheet of a new row. `duplicateOf`: the name of the row that it begins as. */
  | { type: 'new-row'; resource: ResourceName; duplicateOf?: string }
  /** The sheet of a row. */
  | { type: 'row'; resource: ResourceName; name: string; setsPassword?: true }
  | { type: 'import'; resource: ResourceName }
  /** *Find by value*, a dialog. A pasted value can be taken once. */
  | { type: 'find-by-value'; takePastedValue?: () => string }
  | { type: 'activity' }
  /** The report of a job. */
  | { type: 'job-report'; jobId: number }

/** By the positions of their entries. The address has only the name of a row: a reload opens nothing else. */
const overlays = new Map<number, Overlay>()
/** A dialog has no entry. */
let dialog: Overlay | undefined

function getOverlay(): Overlay | undefined {
  const { position, isOverlay } = currentEntry()
  return dialog ?? (isOverlay ? overlays.get(position) : undefined)
}

/** What is open over the page, as the current entry of the history has it. */
export const entryOverlay: Store<Overlay | undefined> = {
  get: getOverlay,
  subscribe: subscribeToHistory,
  set: (next) =>
    whenArrived(() => {
      const isDialogOpen = dialog !== undefined
      dialog = next?.type === 'find-by-value' ? next : undefined
      if (dialog === undefined && !(isDialogOpen && next === undefined)) writeOverlay(next)
      notifyHistory()
    }),
}

function writeOverlay(next: Overlay | undefined): void {
  const { hash, isOverlay } = currentEntry()
  const { page, search } = parseHash(hash)
  search.delete('name')
  const targetPage = next !== undefined && 'resource' in next ? next.resource : page
  const isElsewhere = targetPage !== page
  const list = isElsewhere ? formatHash(targetPage) : formatHash(page, search)
  if (next === undefined) return isOverlay ? goToList(list) : replaceEntry(list, false)
  const isReplaced = isOverlay && !isElsewhere
  if (isElsewhere && !isOverlay) pushEntry(list, false)
  else if (!isReplaced) replaceEntry(list, false)
  const params = isElsewhere ? new URLSearchParams() : search
  if (next.type === 'row' && !looksLikeSecret(next.name)) params.set('name', next.name)
  const write = isReplaced ? replaceEntry : pushEntry
  write(formatHash(targetPage, params), true)
  overlays.set(currentEntry().position, next)
}

/** The name of the row that the address links to, where it is not open yet; null: none. */
export function useLinkedName(): string | null {
  return useSyncExternalStore(subscribeToHistory, () =>
    getOverlay() === undefined ? redactSearchParams(parseHash(currentEntry().hash).search).get('name') : null,
  )
}

/** Forgets what was open. */
export function forgetOverlays(): void {
  dialog = undefined
  overlays.clear()
}
