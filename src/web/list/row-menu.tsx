import { CopyPlus, Text } from 'lucide-react'
import type { Dated } from '#contract/list/row-store.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import type { ResourceName } from '#contract/problem.ts'
import { Menu } from '#web/ui/menu/menu.tsx'
import { visible } from '#web/ui/names/foreign.tsx'

/** A row, and the button under which its menu opens. */
export interface MenuAt<Row> {
  row: Row
  from: { current: HTMLElement }
}

interface Props extends MenuAt<Dated> {
  resource: ResourceName
  /** The acts of its menu that apply to it. The dangerous one stands apart. */
  onAct: (name: string) => void
  onOpen: () => void
  /** Undefined: its rows cannot be duplicated. */
  onDuplicate: (() => void) | undefined
  onClose: () => void
}

/** The menu of a row. */
export function RowMenu({ resource, row, from, onAct, onOpen, onDuplicate, onClose }: Props) {
  const desk = useDesk()
  const { acts, nameOf } = desk.resources[resource]
  const knows = desk.knows(resource)
  const shown = visible(nameOf(row))
  return (
    <Menu
      label={`More for ${shown}`}
      trigger={from}
      onClose={onClose}
      acts={[
        {
          id: 'open',
          label: `Open ${shown}`,
          short: 'Open',
          icon: Text,
          run: onOpen,
        },
        ...(onDuplicate === undefined
          ? []
          : [
              {
                id: 'duplicate',
                label: `Duplicate ${shown}`,
                short: 'Duplicate…',
                icon: CopyPlus,
                run: onDuplicate,
              },
            ]),
        ...Object.entries(acts).flatMap(([name, act]) => {
          if (act.inMenu !== true || act.refuses?.(row, knows) !== undefined) return []
          const { icon, label, danger = false } = act
          return [
            {
              id: name,
              label: act.labelFor?.(shown) ?? label,
              short: label,
              icon,
              danger,
              apart: danger,
              run: () => onAct(name),
            },
          ]
        }),
      ]}
    />
  )
}
