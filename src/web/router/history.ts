import { isStayWanted } from '#web/ui/browser.ts'

/**
 * An entry of the browser’s history. This file alone writes them. What is open over a page has an entry of its own after
 * the one of its list, so that Back closes it, and Forward opens it.
 */
interface HistoryEntry {
  hash: string
  /** Its number in this tab, by which the way to it is known. */
  position: number
  /** Something is open, and the entry before is its list. */
  isOverlay: boolean
}

const listeners = new Set<() => void>()
/** The entry that counts since the last change. */
let last: HistoryEntry = { hash: '', position: -1, isOverlay: false }
/** The entry that the browser is on its way to. It counts already. */
let destination: HistoryEntry | undefined
/** What waits for the end of that way. */
let waiting: (() => void)[] = []
/** How far each entry was scrolled when it was left, in px. */
const scrollOffsets = new Map<number, number>()

export function currentEntry(): HistoryEntry {
  return destination ?? readEntry()
}

/** Hears each change of the current entry. */
export function subscribeToHistory(listener: () => void): () => void {
  if (listeners.size === 0) start()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

export function notifyHistory(): void {
  for (const listener of listeners) listener()
}

export function replaceEntry(hash: string, isOverlay: boolean): void {
  const { position } = currentEntry()
  window.history.replaceState({ position, isOverlay }, '', hash)
  last = { hash, position, isOverlay }
}

export function pushEntry(hash: string, isOverlay: boolean): void {
  const { position } = currentEntry()
  scrollOffsets.set(position, window.scrollY)
  window.history.pushState({ position: position + 1, isOverlay }, '', hash)
  last = { hash, position: position + 1, isOverlay }
}

/** Opens a page, with nothing over it. */
export function goTo(hash: string): void {
  whenArrived(() => {
    if (hash === currentEntry().hash) return
    pushEntry(hash, false)
    notifyHistory()
  })
}

/** Closes what is open: goes back to the entry of its list, which has this address. */
export function goToList(hash: string): void {
  travel({ hash, position: currentEntry().position - 1, isOverlay: false }, -1)
}

/** Does it when the browser has reached the entry that counts. What is written before would be lost. */
export function whenArrived(write: () => void): void {
  if (destination === undefined) write()
  else waiting.push(write)
}

/** Forgets the way to another entry, and how far each was scrolled. */
export function resetHistory(hash: string): void {
  destination = undefined
  waiting = []
  scrollOffsets.clear()
  replaceEntry(hash, false)
}

function travel(to: HistoryEntry, steps: number): void {
  destination = to
  window.history.go(steps)
}

/** What the address and the state of the history say. An entry without a state is new: an address was followed. */
function readEntry(): HistoryEntry & { scroll: number } {
  const state: Partial<HistoryEntry & { scroll: number }> | null = window.history.state
  const { position = last.position + 1, isOverlay = false, scroll = 0 } = state ?? {}
  return { hash: window.location.hash, position, isOverlay, scroll }
}

/** Of an address that the admin, or the browser by *Back* or *Forward*, has changed. */
function onChange(): void {
  const next = readEntry()
  if (destination !== undefined) {
    if (next.position !== destination.position) return
    destination = undefined
    const writes = waiting
    waiting = []
    last = next
    for (const write of writes) whenArrived(write)
    return notifyHistory()
  }
  if (next.hash === last.hash && next.position === last.position) return
  const steps = next.position - last.position
  if (isStayWanted(() => whenArrived(() => window.history.go(steps)))) return travel(last, -steps)
  scrollOffsets.set(last.position, window.scrollY)
  const isNew = window.history.state === null
  if (isNew) replaceEntry(next.hash, false)
  else last = next
  notifyHistory()
  if (!isNew) scrollWhenPossible(scrollOffsets.get(next.position))
}

/** For a reload: how far the page is scrolled. (In Chrome a state that is written on `pagehide` is lost.) */
function rememberScroll(): void {
  const { position, isOverlay } = currentEntry()
  window.history.replaceState({ position, isOverlay, scroll: window.scrollY }, '')
}

const events = { popstate: onChange, hashchange: onChange, beforeunload: rememberScroll }

function start(): void {
  const { hash, isOverlay, scroll } = readEntry()
  window.history.scrollRestoration = 'manual' // the browser does it before the rows are there
  replaceEntry(hash, isOverlay)
  scrollWhenPossible(scroll)
  for (const [type, listener] of Object.entries(events)) window.addEventListener(type, listener)
}

function stop(): void {
  for (const [type, listener] of Object.entries(events)) window.removeEventListener(type, listener)
}

/** For how many frames the rows may still come. */
const framesToWait = 600

/** Scrolls as soon as the page is long enough, unless the admin does something before. `top`: in px. */
function scrollWhenPossible(top = 0): void {
  if (top === 0) return
  const controller = new AbortController()
  for (const type of ['keydown', 'pointerdown', 'wheel', 'popstate'])
    window.addEventListener(type, () => controller.abort(), { capture: true, signal: controller.signal })
  const scroll = (frames: number) => {
    if (controller.signal.aborted) return
    const isLongEnough = document.documentElement.scrollHeight - window.innerHeight >= top
    if (isLongEnough) window.scrollTo(0, top)
    if (isLongEnough || frames === 0) controller.abort()
    else requestAnimationFrame(() => scroll(frames - 1))
  }
  requestAnimationFrame(() => scroll(framesToWait))
}
