import { useEffect, useMemo, useRef, useState } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { count, counted } from '#web/ui/time.ts'
import { useConsole } from '#web/app/console.tsx'
import {
  isSelected,
  none,
  pressed,
  selectedRows,
  tallied,
  without,
  type Selected,
  type Selection,
} from './selection.ts'
import type { Noun } from '#web/writes/verdict-words.ts'

/** The rows of a list that somebody selected, and what changes that. Rows shown are meant by their places in the view. */
export interface Selecting extends Selected {
  isSelected: (name: string) => boolean
  /** Selects a row or takes it out; `isRange`: with all rows between it and the one pressed last. */
  press: (place: number, to: boolean, isRange: boolean) => void
  /** All that are shown. */
  selectAll: () => void
  clear: () => void
  /** The numbers of all rows selected, in the order shown. */
  rows: () => Uint32Array
}

/**
 * `view` says which rows are shown (not in which order): a selection of all of them ends with it, one of single rows
 * stays, and rows that are gone leave it.
 */
export function useSelection<Row extends Dated>(
  noun: Noun,
  list: RowStore<Row>,
  rows: Uint32Array,
  view: string,
): Selecting {
  const { announcer } = useConsole()
  const [made, make] = useState({ view, selection: none })
  const last = useRef<string>(undefined)
  const goesOn = made.selection.all && made.view !== view ? none : made.selection
  const selection = useMemo(() => (list.isWhole ? without(goesOn, list) : goesOn), [goesOn, list])
  // What ended does not come back with the former view or another row of that name.
  if (selection !== made.selection) make({ view, selection })

  const put = (next: Selection) => make({ view, selection: next })
  const { shown, hidden } = tallied(list, rows, selection)
  const isAny = shown + hidden > 0
  const wasAny = useRef(isAny)
  useEffect(() => {
    if (wasAny.current && !isAny) announcer.say('Nothing is selected any more.')
    wasAny.current = isAny
  }, [isAny, announcer])
  const nameAt = (place: number) => list.nameAt(rows[place] ?? 0)
  return {
    shown,
    hidden,
    isSelected: (name) => isSelected(selection, name),
    press(place, to, isRange) {
      const from = last.current === undefined ? -1 : rows.indexOf(list.find(last.current))
      last.current = nameAt(place)
      if (!isRange || from < 0) return put(pressed(selection, [last.current], to))
      const between = Array.from({ length: Math.abs(place - from) + 1 }, (_, at) => nameAt(Math.min(place, from) + at))
      const next = pressed(selection, between, to)
      put(next)
      announcer.say(`${count(total(tallied(list, rows, next)))} selected.`)
    },
    selectAll() {
      put({ all: true, but: new Set() })
      announcer.say(`${counted(rows.length, noun)} selected, all that are shown.`)
    },
    clear: () => put(none),
    rows: () => selectedRows(list, rows, selection),
  }
}

/** How many rows are selected, shown or not. */
export const total = ({ shown, hidden }: Selected) => shown + hidden
