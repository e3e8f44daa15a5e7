import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ComponentProps } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { isBlocked } from '#web/list/online.ts'
import { SelectionBar } from '#web/list/selection-bar.tsx'
import { CodeNotLoaded, lazyCode } from '#web/ui/lazy.tsx'
import { useSession } from '#web/ui/session.ts'

const performCode = lazyCode(() => import('./perform-many.ts'))

/** Done to several rows only to undo a run: each has a change of its own. */
const undoAct = 'save'

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
  const [acts, setActs] = useState(() => code.loaded()?.acts)
  useEffect(() => {
    // Without the acts the rows can still be exported.
    if (acts === undefined)
      void code.load().then(
        (loaded) => setActs(loaded.acts),
        () => undefined,
      )
  }, [acts, code])
  const perform = async (name: string) => {
    if (isBlocked(session, readOnly)) return
    const seen = Array.from(selecting.rows, (row) => ({ row: list.at(row), beganAt: list.beganAt }))
    try {
      const { performMany } = await performCode.load()
      await performMany({ session, client }, resource.name, name, seen)
    } catch (error) {
      if (!(error instanceof CodeNotLoaded)) throw error
      session.toasts.show(error.message, { mark: 'failed' })
    }
  }
  return (
    <SelectionBar
      {...bar}
      acts={Object.entries(acts ?? {}).flatMap(([id, { many, icon: Icon, danger }]) =>
        many === undefined || id === undoAct
          ? []
          : [
              {
                id,
                label: many.label,
                icon: <Icon className="icon" aria-hidden="true" />,
                ...(danger && { danger }),
                run: () => void perform(id),
              },
            ],
      )}
    />
  )
}
