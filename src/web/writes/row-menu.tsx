import { Pencil, Trash2 } from 'lucide-react'
import { Menu, type Act } from '#web/ui/menu.tsx'
import { visible } from '#web/ui/names/foreign.tsx'

interface Props {
  name: string
  /** The button under which it opens. */
  from: { current: HTMLElement }
  /** The resource's own entries, between *Edit* and *Delete*. */
  acts?: readonly Act[]
  onEdit: () => void
  onDelete: () => void
  onClose: () => void
}

/** The menu *More* of a row. */
export function RowMenu({ name, from, acts = [], onEdit, onDelete, onClose }: Props) {
  const shown = visible(name)
  return (
    <Menu
      label={`More for ${shown}`}
      trigger={from}
      onClose={onClose}
      acts={[
        {
          id: 'edit',
          label: `Edit ${shown}`,
          short: 'Edit…',
          icon: <Pencil className="icon" aria-hidden="true" />,
          run: onEdit,
        },
        ...acts,
        {
          id: 'delete',
          label: `Delete ${shown}`,
          short: 'Delete…',
          icon: <Trash2 className="icon" aria-hidden="true" />,
          danger: true,
          apart: true,
          run: onDelete,
        },
      ]}
    />
  )
}
