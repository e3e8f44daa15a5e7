import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Token, TokenChange } from '#contract/token.ts'
import type { User, UserChange } from '#contract/user.ts'
import { isSpoiled, type ValueContext } from '#contract/saving/value-worth.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { createStore, useStore, type Store } from '#web/ui/store.ts'

/** What a write does. */
export type WriteAct = 'save' | 'create' | 'remove'

/** The note under a row about its last write, with what is needed to send it again. Contains no secrets. */
export interface Note<Row, Change> {
  act: WriteAct
  verdict: Verdict<Row>
  change: Change
  /** The write was an undo. */
  undoes?: true
  /** The admin opened the row in a form. */
  isOpened?: true
  /** The row as a later read shows it, and the fields that something else has changed since. */
  changedSince?: { fields: readonly string[]; row: Row }
  /** An earlier write issued a value that has not been copied yet; false: the value was copied since. */
  uncopied?: boolean
  /** The note is not shown, because it leaves nothing to do or to know: the row or a toast shows the result. */
  quiet?: true
  /** The change that restores the row; undefined if that is impossible. */
  undo?: Change
  /** The time of the verdict, in milliseconds since 1970 by the page's clock. */
  at: number
}

export type TokenNote = Note<Token, TokenChange>
export type UserNote = Note<User, Omit<UserChange, 'new_password'>>

/** Notes survive filters, refreshes and page changes. They go when dismissed, with the next write, or at sign-out. */
export interface NoteStore {
  tokens: Notes<TokenNote>
  users: Notes<UserNote>
}

/** The notes of one resource, by name. Each change creates a new map. */
export interface Notes<N> extends Pick<Store<ReadonlyMap<string, N>>, 'get' | 'subscribe'> {
  put: (name: string, note: N) => void
  dismiss: (name: string) => void
  /** A save to undo, until its page takes it. */
  undoing: Store<N | undefined>
}

export function createNotes(): NoteStore {
  return { tokens: createPart(), users: createPart() }
}

function createPart<N>(): Notes<N> {
  const store = createStore<ReadonlyMap<string, N>>(new Map())
  const change = (edit: (next: Map<string, N>) => void) => {
    const next = new Map(store.get())
    edit(next)
    store.set(next)
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    put: (name, note) => change((next) => next.set(name, note)),
    dismiss: (name) => change((next) => next.delete(name)),
    undoing: createStore<N | undefined>(undefined),
  }
}

/**
 * The note that replaces `former`: a new value that is not copied yet stays mentioned, unless this write replaced it.
 */
export function noteAfter<Row, Change>(
  former: Note<Row, Change> | undefined,
  note: Note<Row, Change>,
): Note<Row, Change> {
  const replaced = 'valueOutcome' in note.verdict && note.verdict.valueOutcome === 'new'
  return former !== undefined && isNewValue(former) && !replaced ? { ...note, uncopied: true } : note
}

/** Whether the outcome of a write is unknown. A later list may show it. */
export function isUnsettled<Row>(
  verdict: Verdict<Row>,
): verdict is Extract<Verdict<Row>, { is: 'unknown' | 'not-verified' }> {
  return verdict.is === 'unknown' || verdict.is === 'not-verified'
}

/** Whether a note is about a new value that is usable and not copied yet. */
export function isToCopy(note: TokenNote, context: Pick<ValueContext, 'unit' | 'valueOnPut'>): boolean {
  const row = 'row' in note.verdict ? note.verdict.row : undefined
  return isNewValue(note) && !(row !== undefined && isSpoiled(row, context))
}

/** Whether a save without a note may have issued a new value, though nothing shows it. */
export function isMaybeNew({ quiet, verdict }: TokenNote, { valueOnPut }: Pick<ValueContext, 'valueOnPut'>): boolean {
  return quiet === true && valueOnPut !== 'kept' && verdict.is === 'as-asked' && verdict.valueOutcome === 'unknown'
}

/** Whether a note is about a new value that is not copied yet. */
export function isNewValue({ verdict, uncopied }: Note<unknown, unknown>): boolean {
  if (uncopied !== undefined) return uncopied
  const valueOutcome =
    verdict.is === 'conflict'
      ? verdict.during?.valueOutcome
      : 'valueOutcome' in verdict
        ? verdict.valueOutcome
        : undefined
  return valueOutcome === 'new'
}

/** The notes that are shown. */
export function useShownNotes<N extends { quiet?: true }>(notes: ReadonlyMap<string, N>): ReadonlyMap<string, N> {
  return useMemo(() => new Map([...notes].filter(([, { quiet }]) => !quiet)), [notes])
}

/** How long a row shows *Saved*, in milliseconds. */
const standsFor = 4000

/** The saves that were verified a moment ago, by name. One stays while the pointer or the focus is on its row. */
export function useJustSaved<N extends Note<unknown, unknown>>(notes: ReadonlyMap<string, N>): ReadonlyMap<string, N> {
  const [now, setNow] = useState(0)
  const saved = new Map<string, N>()
  let next = Infinity
  for (const [name, note] of notes) {
    const { verdict, act, changedSince } = note
    if (verdict.is !== 'as-asked' || act !== 'save' || changedSince !== undefined || now >= verdict.at + standsFor)
      continue
    saved.set(name, note)
    next = Math.min(next, verdict.at + standsFor)
  }
  useEffect(() => {
    if (next === Infinity) return
    const look = () => {
      if (document.querySelector('.saved:is(:hover, :focus-within)')) timer = setTimeout(look, standsFor)
      else setNow(Date.now())
    }
    let timer = setTimeout(look, next - Date.now() + 1)
    return () => clearTimeout(timer)
  }, [next])
  return saved
}

/** Undoes a save of this page after *Undo* in *Activity*, as soon as its list is there. */
export function useUndoing<N>({ undoing }: Pick<Notes<N>, 'undoing'>, isReady: boolean, undo: (note: N) => void): void {
  const wanted = useStore(undoing)
  const take = useEffectEvent(undo)
  useEffect(() => {
    if (!isReady || wanted === undefined) return
    undoing.set(undefined)
    take(wanted)
  }, [isReady, wanted, undoing])
}
