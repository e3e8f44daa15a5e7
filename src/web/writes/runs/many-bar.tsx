import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ComponentProps } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { isBlocked } from '#web/resource/online.ts'
import { SelectionBar } from '#web/list/selection-bar.tsx'
import { useSession } from '#web/ui/session.ts'
import { performMany } from './perform-many.ts'

interface Props extends Omit<ComponentProps<typeof SelectionBar>, 'list' | 'acts'> {
  list: Pick<RowStore<Dated>, 'isWhole' | 'readAt' | 'beganAt' | 'at'>
  /** Why nothing can be changed now. */
  readOnly: string | undefined
}

/** The bar over a list with selected rows, with every act of its resource that can be done to several. */
export function ManyBar({ readOnly, ...bar }: Props) {
  const session = useSession()
  const client = useQueryClient()
  const { list, selecting, resource } = bar
  const { code } = session.resources[resource.name]
  const [acts = {}, setActs] = useState(() => code.loaded()?.acts)
  useEffect(() => {
    // Without the acts the rows can still be exported.
    void code.load().then(
      (loaded) => setActs(loaded.acts),
      () => undefined,
    )
  }, [code])
  const perform = (name: string) => {
    if (isBlocked(session, readOnly)) return
    const seen = Array.from(selecting.rows, (row) => ({ row: list.at(row), beganAt: list.beganAt }))
    void performMany({ session, client }, resource.name, name, seen)
  }
  return (
    <SelectionBar
      {...bar}
      acts={Object.entries(acts).flatMap(([id, { many, label, icon: Icon, danger = false }]) => {
        // Several are saved only to undo a run: each with a change of its own.
        if (many === undefined || id === 'save') return []
        const icon = <Icon className="icon" aria-hidden="true" />
        return [{ id, label: many.label ?? label, icon, danger, run: () => perform(id) }]
      })}
    />
  )
}
