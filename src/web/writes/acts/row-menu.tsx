import { CopyPlus, Pencil, Text } from 'lucide-react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { Menu } from '#web/ui/menu.tsx'
import { visible } from '#web/ui/names/foreign.tsx'
import { useSession } from '#web/ui/session.ts'
import { keysOf } from '#web/list/resource.ts'
import type { Act } from './act.ts'

/** A row, and the button under which its menu opens. */
export interface MenuAt<Row> {
  row: Row
  from: { current: HTMLElement }
}

/** What a menu opens. None of it sends anything yet. */
export const openings = {
  edit: { icon: Pencil, label: 'Edit…', labelFor: (name: string) => `Edit ${name}` },
  details: { icon: Text, label: 'Details', labelFor: (name: string) => `Details of ${name}` },
  duplicate: { icon: CopyPlus, label: 'Duplicate…', labelFor: (name: string) => `Duplicate ${name}` },
}

type Opening = keyof typeof openings

interface Props<Row extends Dated, Name extends string> extends MenuAt<Row> {
  list: RowStore<Row>
  /** What is offered, if it applies to the row. The dangerous one stands apart. */
  acts: Readonly<Record<Name, Pick<Act<Row, object, never>, 'applies' | 'danger' | 'icon' | 'label' | 'labelFor'>>>
  onAct: (name: Name, row: Row) => void
  /** What is offered before the acts. */
  opens?: Readonly<Partial<Record<Opening, (row: Row) => void>>>
  onClose: () => void
}

/** The menu of a row. */
export function RowMenu<Row extends Dated, Name extends string>(props: Props<Row, Name>) {
  const { list, row, from, acts, onAct, opens = {}, onClose } = props
  const shown = visible(list.nameOf(row))
  const knows = { session: useSession(), list }
  const names = Object.keys(acts) as Name[]
  return (
    <Menu
      label={`More for ${shown}`}
      trigger={from}
      onClose={onClose}
      acts={[
        ...keysOf(openings).flatMap((name) => {
          const { label, labelFor, icon: Icon } = openings[name]
          const open = opens[name]
          if (open === undefined) return []
          const icon = <Icon className="icon" aria-hidden="true" />
          return { id: name, label: labelFor(shown), short: label, icon, run: () => open(row) }
        }),
        ...names
          .filter((name) => acts[name].applies?.(row, knows) !== false)
          .map((name) => {
            const { label, labelFor, danger = false, icon: Icon } = acts[name]
            return {
              id: name,
              label: labelFor?.(shown) ?? label,
              short: label,
              icon: <Icon className="icon" aria-hidden="true" />,
              danger,
              apart: danger,
              run: () => onAct(name, row),
            }
          }),
      ]}
    />
  )
}
