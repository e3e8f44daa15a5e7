import type { LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { keysOf, type ListResource } from '#web/list/resource.ts'
import type { Presses } from '#web/list/rows-table.tsx'
import { useSession } from '#web/ui/session.ts'
import type { Mark } from '#web/ui/status-mark.tsx'
import type { Store } from '#web/ui/store.ts'
import type { Act } from '#web/writes/acts/act.ts'
import type { ResourceWrites } from '#web/writes/shown-resource.ts'

/** An act of the table that can be done to a row now. */
export interface RowAct {
  id: string
  label: string
  icon: LucideIcon
  danger?: true | undefined
  /** It makes one change, which follows from the row. */
  isSwitch: boolean
  run: () => void
}

/** The list on the page, and what can be done to a row of it, by name. */
export interface OpenList {
  page: ResourceName
  statusOf: (name: string) => { mark: Mark; says: string } | undefined
  actsOf: (name: string) => readonly RowAct[]
  /** Does what a press on a part of the row does; undefined: the page has no such part. */
  pressOf: (name: string, press: string) => (() => void) | undefined
}

/** What of an act is needed to offer it. */
export type OfferedAct<Row extends Dated> = Pick<
  Act<Row, object, never>,
  'label' | 'icon' | 'danger' | 'applies' | 'changeOf'
>

interface Offered<Row extends Dated, Filter extends string, Context, Name extends string, Change extends object> {
  resource: Pick<ListResource<Row, never, Filter, Context>, 'name' | 'filters'>
  writes: ResourceWrites<Row, Change, Readonly<Record<Name, OfferedAct<Row>>>>
  list: RowStore<Row>
  context: Context
  presses: Presses<Row>
  onAct: (name: Name, row: Row) => void
}

/** Tells the palette about the list on the page, until it is left. */
export function useOpenList<
  Row extends Dated,
  Filter extends string,
  Context,
  Name extends string,
  Change extends object,
>({ resource, writes, list, context, presses, onAct }: Offered<Row, Filter, Context, Name, Change>): void {
  const session = useSession()
  const { openList } = session
  const rowOf = (name: string) => {
    const at = list.find(name)
    return at < 0 ? undefined : list.at(at)
  }
  useEffect(() => {
    openList.set({
      page: resource.name,
      statusOf(name) {
        const row = rowOf(name)
        const marked = keysOf(resource.filters).map((filter) => resource.filters[filter])
        const last = marked.findLast(({ mark, passes }) => mark && row && passes(row, context))
        return last?.mark && { mark: last.mark, says: last.label(context) }
      },
      actsOf(name) {
        const row = rowOf(name)
        const acts = writes.code.loaded()?.acts
        if (row === undefined || acts === undefined) return []
        return keysOf(acts)
          .filter((act) => act !== 'save' && acts[act].applies?.(row, { session, list }) !== false)
          .map((act) => ({
            ...acts[act],
            id: act,
            isSwitch: acts[act].changeOf !== undefined,
            run: () => onAct(act, row),
          }))
      },
      pressOf(name, press) {
        const row = rowOf(name)
        const act = presses[press]
        return row && act && (() => act(row, document.body))
      },
    })
  })
  useEffect(() => () => openList.set(undefined), [openList])
}

declare module '#web/ui/session.ts' {
  interface Session {
    openList: Store<OpenList | undefined>
  }
}
