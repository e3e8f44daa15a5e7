import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Busy } from './busy.tsx'
import type { OddName } from './look-alikes.ts'
import './row-state.css'

/** What is pending for a row. `isCheck`: nothing is sent yet. */
export interface Pending<Change> {
  change: Change
  isCheck: boolean
}

/** What a row shows besides the fields of its resource. */
export interface RowState<Change> extends OddName {
  /** The change that is requested and not confirmed yet. */
  pending: Pending<Change> | undefined
  /** A save that was verified a moment ago. */
  saved: ReactNode
  /** The row is new and not sorted into its place yet. */
  isNew: boolean
  readOnly: boolean
}

/** *Checking…* while nothing is sent yet, then *Saving…*. */
export function busyWord(pending: Pending<object> | undefined): string | undefined {
  return pending && (pending.isCheck ? 'Checking…' : 'Saving…')
}

/** What happens to the row now, or the result, which replaces the time of the last update for a moment. */
export function savingState({ pending, saved }: Pick<RowState<object>, 'pending' | 'saved'>): ReactNode {
  return pending ? <Busy word={busyWord(pending)} /> : saved
}

/**
 * Whether two sets of props are equal, for `memo`. Every list that is read has new objects, so rows are compared by
 * their fields.
 */
export function sameProps<Props extends object>(before: Props, after: Props): boolean {
  return same(before, after, 3)
}

function same(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true
  if (depth === 0 || !isPlain(a) || !isPlain(b)) return false
  const entries = Object.entries(a)
  const others = new Map(Object.entries(b))
  return entries.length === others.size && entries.every(([key, value]) => same(value, others.get(key), depth - 1))
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** What rows call to act. */
type Acts = Readonly<Record<string, (...args: never[]) => void>>

/** Returns functions that stay the same for the life of the page, so that a row renders again only when it changed. */
export function useSteadyActs<These extends { [Name in keyof These]: Acts[string] }>(acts: These): These {
  const latest = useRef(acts)
  useLayoutEffect(() => {
    latest.current = acts
  })
  const [steady] = useState(() => {
    const names = Object.keys(acts) as (keyof These)[]
    const call =
      (name: keyof These) =>
      (...args: never[]) =>
        latest.current[name](...args)
    return Object.fromEntries(names.map((name) => [name, call(name)])) as These
  })
  return steady
}
