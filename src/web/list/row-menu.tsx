import { CopyPlus, Text } from 'lucide-react'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { ResourceName } from '#api/problem.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { rowShortcutLabel } from '#web/ui/keyboard.ts'
import { MenuPopover } from '#web/ui/menu-popover.tsx'
import { displayText } from '#web/ui/untrusted-text.tsx'

/** A row, and the button under which its menu opens. */
export interface RowMenuTarget<Row> {
  row: Row
  triggerRef: { current: HTMLElement }
}

export interface RowMenuProps extends RowMenuTarget<TimestampedRow> {
  resource: ResourceName
  /** The items of its menu that apply to it. The dangerous one stands apart. */
  onAct: (name: string) => void
  onOpen: () => void
  /** Undefined: its rows cannot be duplicated. */
  onDuplicate: (() => void) | undefined
  onClose: () => void
}

/** The menu of a row. */
export function RowMenu({ resource, row, triggerRef, onAct, onOpen, onDuplicate, onClose }: RowMenuProps) {
  const app = useAppContext()
  const { actions, nameOf } = app.resources[resource]
  const context = app.actionContext(resource)
  const displayName = displayText(nameOf(row))
  return (
    <MenuPopover
      label={`More for ${displayName}`}
      trigger={triggerRef}
      onClose={onClose}
      entries={[
        {
          id: 'open',
          label: `Open ${displayName}`,
          visibleLabel: 'Open',
          icon: Text,
          shortcut: rowShortcutLabel('edit'),
          onSelect: onOpen,
        },
        ...(onDuplicate === undefined
          ? []
          : [
              {
                id: 'duplicate',
                label: `Duplicate ${displayName}`,
                visibleLabel: 'Duplicate…',
                icon: CopyPlus,
                onSelect: onDuplicate,
              },
            ]),
        ...Object.entries(actions).flatMap(([name, action]) => {
          if (action.inRowMenu !== true || action.unavailableReason?.(row, context) !== undefined) return []
          const { icon, label, danger = false } = action
          return [
            {
              id: name,
              label: action.accessibleLabel?.(displayName) ?? label,
              visibleLabel: label,
              icon,
              danger,
              hasSeparatorBefore: danger,
              shortcut: rowShortcutLabel(name),
              onSelect: () => onAct(name),
            },
          ]
        }),
      ]}
    />
  )
}
