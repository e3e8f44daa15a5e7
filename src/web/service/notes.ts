import { useSyncExternalStore } from 'react'
import type { Part } from '#contract/problem.ts'
import type { Token } from '#contract/token.ts'
import type { TokenChange } from '#contract/token-saving.ts'
import type { User } from '#contract/user.ts'
import type { WantedOfUser } from '#contract/user-saving.ts'
import type { Verdict } from '#contract/verdict.ts'

/** What is said under a row about its last write, and what it takes to send it again. Holds no secret. */
export interface Note<Row, Change> {
  act: 'save' | 'create' | 'remove'
  verdict: Verdict<Row>
  change: Change
  /** The page's milliseconds since 1970. */
  at: number
}

export type TokenNote = Note<Token, TokenChange>
export type UserNote = Note<User, Omit<WantedOfUser, 'new_password'>>

/** Notes outlive filters, re-reads and routes; they go when dismissed, settled by another write, or at sign-out. */
export interface NoteStore {
  tokens: Notes<TokenNote>
  users: Notes<UserNote>
}

/** The notes of one part, by name. */
export interface Notes<N> {
  set(name: string, note: N): void
  dismiss(name: string): void
  of(name: string): N | undefined
  all(): ReadonlyMap<string, N>
  subscribe(listener: () => void): () => void
}

/** Empty notes for both parts. */
export function createNotes(): NoteStore {
  return { tokens: createPart(), users: createPart() }
}

/** All notes of a part; the map changes identity with every change. */
export function useNotes<P extends Part>(notes: NoteStore, part: P): ReturnType<NoteStore[P]['all']> {
  const store: Notes<unknown> = notes[part]
  return useSyncExternalStore(store.subscribe, store.all) as ReturnType<NoteStore[P]['all']>
}

function createPart<N>(): Notes<N> {
  let all: ReadonlyMap<string, N> = new Map()
  const listeners = new Set<() => void>()
  const change = (edit: (next: Map<string, N>) => void) => {
    const next = new Map(all)
    edit(next)
    all = next
    for (const listener of listeners) listener()
  }
  return {
    set: (name, note) => change((next) => next.set(name, note)),
    dismiss: (name) => change((next) => next.delete(name)),
    of: (name) => all.get(name),
    all: () => all,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
