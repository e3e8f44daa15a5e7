import { createContext, useContext } from 'react'
import type { RowList, TimestampedRow } from '#api/list/row-list.ts'
import { isReadBackMissing, isRowMissing, isSameVersion, mayBeStored, outcomeRow } from '#api/write/outcome.ts'
import type { JobItem } from '#web/jobs/job.ts'
import { isRecord, type TabList } from '#web/jobs/tab-list.ts'
import { createStore, type Readable } from '#web/ui/store.ts'

/**
 * `kept`: nobody has copied it. `changed`: the same, and its row has changed since, maybe its password too. `copied`: it can
 * be copied once more. `lost`: nobody copied it, and it is gone. `lost-changed`: the same, and its row has changed since.
 */
export type PasswordState = 'kept' | 'changed' | 'copied' | 'lost' | 'lost-changed'

export const isLost = (state: PasswordState | undefined): boolean => state === 'lost' || state === 'lost-changed'

/** The names of the rows whose generated password nobody has copied, whether this page still has it or not. */
export const selectUncopied = (passwords: ReadonlyMap<string, PasswordState>): ReadonlySet<string> =>
  new Set([...passwords].flatMap(([name, state]) => (state === 'copied' ? [] : [name])))

/** Those of them whose password this page still has. */
export const selectReadable = (passwords: ReadonlyMap<string, PasswordState>): ReadonlySet<string> =>
  new Set([...selectUncopied(passwords)].filter((name) => !isLost(passwords.get(name))))

/**
 * The generated passwords of rows, each in a closure of this sign-in until it is forgotten. Components subscribe to the
 * names, and read a password only when they show or copy it. Rows that are known not to exist are not named.
 */
export interface GeneratedPasswords extends Readable<ReadonlyMap<string, PasswordState>> {
  /** The flags that were asked for, of new rows that the service has with swapped flags, or, where no list was read yet, may have. */
  swapped: Readable<ReadonlyMap<string, object>>
  /**
   * A password is sent now. `generated` undefined: the admin has typed it. `flags`: those of a new row, which the service may
   * store swapped.
   */
  trackSending: (name: string, generated: string | undefined, flags?: object) => void
  /** What came of rows, a password of which may have been sent. */
  settle: (ended: readonly JobItem[]) => void
  /** What a list shows now of these rows. */
  compare: (list: RowList<TimestampedRow>) => void
  /** Undefined: there is none. */
  read: (name: string) => string | undefined
  markCopied: (names: readonly string[]) => void
  forget: (names: readonly string[]) => void
  forgetCopied: () => void
  forgetSwapped: () => void
  /** Keeps passwords until this session is over; the names of those that nobody has copied stay. */
  bindToSession: (over: AbortSignal) => void
}

/** What is known of a row that a password, or flags that may be swapped, were sent for. */
interface Entry {
  /** On its way: nothing is told of it. Without `isGenerated`, the admin has the password. */
  sending?: { isGenerated: boolean; read: (() => string) | undefined } | undefined
  /** The last password that arrived, if it was generated; `read` undefined: it is lost. */
  stored?: { isCopied: boolean; read: (() => string) | undefined } | undefined
  /** The flags of a new row that are to be as asked. */
  flags?: object | undefined
  /** When the read began that tells of the row. */
  readStartedAt?: number | undefined
  /** The row as the last write from here left it, or, if none shows that, as the first list shows it. */
  row?: TimestampedRow | undefined
  isChanged?: boolean
  /** No row of this name is there. It may still come. */
  isMissing?: boolean
  /** It may have been renamed to what no list shows, so that its absence proves nothing. */
  isNameUnproven?: boolean
}

/** Whether the service stored the flags of a new row swapped. (A method, so that the one of users fits.) */
type IsSwapped = { isSwapped(flags: object, row: TimestampedRow): boolean }['isSwapped']

/** The entry of a row once a write of it has ended; undefined: nothing is left to remember. */
export function settledEntry(entry: Entry, item: JobItem, isSwapped: IsSwapped): Entry | undefined {
  const { state, outcome, facts, snapshot, name, currentName } = item
  const isStored = state !== 'not-started' && (outcome === undefined || mayBeStored(outcome))
  if (outcome?.request.operation === 'delete' && facts?.status === 'success' && isRowMissing(outcome)) return undefined
  const row = outcomeRow(outcome)
  const { sending } = entry
  // One that is refused leaves the one before it.
  const isNew = sending !== undefined && isStored
  const stored = isNew ? (sending.isGenerated ? { isCopied: false, read: sending.read } : undefined) : entry.stored
  const isUncreated = snapshot === undefined && !isStored
  const isOwed = entry.flags !== undefined && (row === undefined ? !isUncreated : isSwapped(entry.flags, row))
  const metOwnRow = isNew || entry.row === undefined || isSameVersion(entry.row, outcome?.request.before)
  return withoutNothing({
    stored,
    flags: isOwed ? entry.flags : undefined,
    row: isStored && metOwnRow ? row : entry.row,
    isChanged: !isNew && entry.isChanged === true,
    isMissing: outcome !== undefined && row === undefined && isRowMissing(outcome),
    readStartedAt: outcome?.readStartedAt,
    isNameUnproven: outcome !== undefined && currentName !== name && isReadBackMissing(outcome),
  })
}

/** The same by a list that was read later. */
export function comparedEntry(
  entry: Entry,
  name: string,
  list: RowList<TimestampedRow>,
  isSwapped: IsSwapped,
): Entry | undefined {
  if (entry.sending !== undefined || list.readStartedAt < (entry.readStartedAt ?? 0)) return entry
  const index = list.indexOf(name)
  if (index < 0) {
    if (list.unreadableRows.length > 0 || entry.isNameUnproven === true) return entry
    // One that was there is gone for good; one that was never seen may still arrive.
    return entry.row === undefined ? { ...entry, isMissing: true } : undefined
  }
  const row = list.at(index)
  const { row: knownRow = row, flags } = entry
  return withoutNothing({
    ...entry,
    row: knownRow,
    isMissing: false,
    isChanged: entry.isChanged === true || !isSameVersion(knownRow, row),
    flags: flags !== undefined && isSwapped(flags, row) ? flags : undefined,
  })
}

const withoutNothing = (entry: Entry) =>
  entry.stored === undefined && entry.flags === undefined && entry.sending === undefined ? undefined : entry

function stateOf({ stored, isChanged, isMissing }: Entry): PasswordState | undefined {
  if (stored === undefined || isMissing === true) return undefined
  if (stored.read === undefined) return isChanged === true ? 'lost-changed' : 'lost'
  return stored.isCopied ? 'copied' : isChanged === true ? 'changed' : 'kept'
}

/**
 * Creates the passwords of a person. What a row still needs stands in `list` from before it is sent until it is done: names,
 * and no password.
 */
export function createGeneratedPasswords(
  page: Pick<Window, 'addEventListener'>,
  list: TabList,
  isSwapped: IsSwapped,
): GeneratedPasswords {
  const { get, set, subscribe } = createStore<ReadonlyMap<string, PasswordState>>(new Map())
  const swapped = createStore<ReadonlyMap<string, object>>(new Map())
  let entries = leftEntries(list)
  let session: AbortSignal | undefined
  const write = () =>
    list.write(
      [...entries].flatMap(([name, { sending, stored, flags, row }]) => {
        const password = sending?.isGenerated === true || stored?.isCopied === false
        // A row whose flags are still to be corrected will change by that.
        const version = flags === undefined && row && { created_at: row.created_at, updated_at: row.updated_at }
        const needs = { flags, ...(password && { password }), ...(password && version && { version }) }
        return password || flags !== undefined ? [[name, needs] as const] : []
      }),
    )
  const tell = () => {
    const states = new Map<string, PasswordState>()
    const flagsOf = new Map<string, object>()
    for (const [name, entry] of entries) {
      const state = stateOf(entry)
      if (state !== undefined) states.set(name, state)
      if (entry.flags !== undefined && entry.sending === undefined && entry.isMissing !== true)
        flagsOf.set(name, entry.flags)
    }
    set(states)
    if (flagsOf.size + swapped.get().size > 0) swapped.set(flagsOf)
  }
  const update = (names: Iterable<string>, next: (entry: Entry, name: string) => Entry | undefined) => {
    for (const name of names) {
      const entry = entries.get(name)
      const nextEntry = entry && next(entry, name)
      if (nextEntry === undefined) entries.delete(name)
      else entries.set(name, nextEntry)
    }
    tell()
    write()
  }
  const forgetCopied = () =>
    update([...entries.keys()], (entry) =>
      entry.stored?.isCopied === true ? withoutNothing({ ...entry, stored: undefined }) : entry,
    )
  const lose = () => {
    update([...entries.keys()], ({ sending, stored, ...entry }) =>
      withoutNothing({
        ...entry,
        sending: sending && { ...sending, read: undefined },
        stored: stored?.isCopied === false ? { isCopied: false, read: undefined } : undefined,
      }),
    )
  }
  tell()
  page.addEventListener('pagehide', lose)
  list.subscribe(() => {
    entries = leftEntries(list)
    tell()
  })
  return {
    get,
    subscribe,
    swapped,
    trackSending(name, generated, flags) {
      const isOver = session?.aborted === true
      const read = generated === undefined || isOver ? undefined : () => generated
      const entry = entries.get(name)
      entries.set(name, {
        ...entry,
        sending: { isGenerated: generated !== undefined, read },
        flags: flags ?? entry?.flags,
      })
      queueMicrotask(write) // once for all that are sent together, before the first is
    },
    settle(ended) {
      for (const item of ended) {
        const entry = entries.get(item.name)
        // Of a row for which nothing was sent, a password may be on its way for another job.
        const isUntouched = item.state === 'not-started' && (entry?.sending === undefined || item.hasPassword !== true)
        if (entry === undefined || isUntouched) continue
        entries.delete(item.name)
        const next = settledEntry(entry, item, isSwapped)
        if (next !== undefined) entries.set(item.currentName, next)
      }
      update([], () => undefined)
    },
    compare: (list) => update([...entries.keys()], (entry, name) => comparedEntry(entry, name, list, isSwapped)),
    read(name) {
      const entry = entries.get(name)
      return entry?.isMissing === true ? undefined : entry?.stored?.read?.()
    },
    markCopied: (names) =>
      update(names, (entry) => ({ ...entry, stored: entry.stored && { ...entry.stored, isCopied: true } })),
    forget: (names) => update(names, (entry) => withoutNothing({ ...entry, stored: undefined })),
    forgetCopied,
    forgetSwapped: () => update(swapped.get().keys(), (entry) => withoutNothing({ ...entry, flags: undefined })),
    bindToSession(over) {
      session = over
      over.addEventListener('abort', lose)
    },
  }
}

/** What the last page of this tab left. */
const leftEntries = (list: TabList) =>
  new Map(
    [...list.read()].flatMap(([name, { flags, password, version }]): [string, Entry][] => {
      const entry = withoutNothing({
        flags: isRecord(flags) ? flags : undefined,
        stored: password === true ? { isCopied: false, read: undefined } : undefined,
        row: isRecord(version) ? (version as unknown as TimestampedRow) : undefined,
      })
      return entry === undefined ? [] : [[name, entry]]
    }),
  )

const PasswordsContext = createContext<GeneratedPasswords | undefined>(undefined)

export const GeneratedPasswordsProvider = PasswordsContext.Provider

/** @throws {Error} outside a signed-in page. */
export function useGeneratedPasswords(): GeneratedPasswords {
  const passwords = useContext(PasswordsContext)
  if (passwords === undefined) throw new Error('no passwords around this component')
  return passwords
}
