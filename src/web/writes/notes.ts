import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Token, TokenChange } from '#contract/token.ts'
import type { User, UserChange } from '#contract/user.ts'
import { needsRepair, type ValueContext } from '#contract/saving/value-worth.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { createStore, useStore, type Store } from '#web/ui/store.ts'

/** What is said under a row about its last write, and what it takes to send it again. Holds no secret. */
export interface Note<Row, Change> {
  act: 'save' | 'create' | 'remove'
  verdict: Verdict<Row>
  change: Change
  /** It was to put back what a write before it had changed. */
  undoes?: true
  /** Fields that a later list showed changed, without this browser's doing. */
  since?: string[]
  /** An earlier write of the row issued a value that nobody has copied yet. */
  uncopied?: true
  /** It leaves nothing to do or to know: its row says so for a moment, or a toast counts it. */
  quiet?: true
  /** What puts the row back as it was before, where that can be done. */
  undo?: Change
  /** The page's milliseconds since 1970. */
  at: number
}

export type TokenNote = Note<Token, TokenChange>
export type UserNote = Note<User, Omit<UserChange, 'new_password'>>

/** Notes outlive filters, re-reads and routes; they go when dismissed, settled by another write, or at sign-out. */
export interface NoteStore {
  tokens: Notes<TokenNote>
  users: Notes<UserNote>
}

/** The notes of one part, by name; the map changes identity with every change. */
export interface Notes<N> extends Pick<Store<ReadonlyMap<string, N>>, 'get' | 'subscribe'> {
  put: (name: string, note: N) => void
  dismiss: (name: string) => void
  /** A save that is to be undone, until its page takes it. */
  undoing: Store<N | undefined>
}

/** Empty notes for both parts. */
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

/** A note about the row of `former`: a new value that nobody copied stays in sight, unless this write replaced it. */
export function noteAfter<Row, Change>(
  former: Note<Row, Change> | undefined,
  note: Note<Row, Change>,
): Note<Row, Change> {
  const replaced = 'valueOutcome' in note.verdict && note.verdict.valueOutcome === 'new'
  return former !== undefined && isNewValue(former) && !replaced ? { ...note, uncopied: true } : note
}

/** Whether it is not known what became of a write: later lists may tell. */
export function isOpen<Row>(
  verdict: Verdict<Row>,
): verdict is Extract<Verdict<Row>, { is: 'unknown' | 'not-verified' }> {
  return verdict.is === 'unknown' || verdict.is === 'not-verified'
}

/** Whether a note stands for a value that is to be handed out and that nobody has copied yet. */
export function isToCopy(note: TokenNote, context: Pick<ValueContext, 'unit' | 'valueOnPut'>): boolean {
  const row = 'row' in note.verdict ? note.verdict.row : undefined
  return isNewValue(note) && !(row !== undefined && needsRepair(row, context))
}

/** Whether a note stands for a new value that nobody has copied yet. */
export function isNewValue({ verdict, uncopied }: Note<unknown, unknown>): boolean {
  if (uncopied === true) return true
  const valueOutcome =
    verdict.is === 'conflict'
      ? verdict.during?.valueOutcome
      : 'valueOutcome' in verdict
        ? verdict.valueOutcome
        : undefined
  return valueOutcome === 'new'
}

/** The notes that have something to say. */
export function useTold<N extends { quiet?: true }>(notes: ReadonlyMap<string, N>): ReadonlyMap<string, N> {
  return useMemo(() => new Map([...notes].filter(([, { quiet }]) => !quiet)), [notes])
}

/** How long *Saved* stands in its row, in milliseconds. */
const standsFor = 4000

/** The saves that were verified a moment ago, by name; longer where the pointer or the focus is at one. */
export function useJustSaved<N extends Note<unknown, unknown>>(notes: ReadonlyMap<string, N>): ReadonlyMap<string, N> {
  const [now, setNow] = useState(0)
  const saved = new Map<string, N>()
  let next = Infinity
  for (const [name, note] of notes) {
    const { verdict, act, since } = note
    if (verdict.is !== 'as-asked' || act !== 'save' || since !== undefined || now >= verdict.at + standsFor) continue
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

/** Undoes a save of this page that somebody asked to undo, in its row or in *Activity*, once that can be done. */
export function useUndoing<N>({ undoing }: Pick<Notes<N>, 'undoing'>, isReady: boolean, undo: (note: N) => void): void {
  const wanted = useStore(undoing)
  const take = useEffectEvent(undo)
  useEffect(() => {
    if (!isReady || wanted === undefined) return
    undoing.set(undefined)
    take(wanted)
  }, [isReady, wanted, undoing])
}
