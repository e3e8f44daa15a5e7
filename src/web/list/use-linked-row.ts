import { useEffect, useEffectEvent } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import type { ResourceWords } from '#web/resource/resource.ts'
import { focusName } from './rows-table.tsx'
import { dropLink, useLinkedName } from './use-route.ts'
import { isFormOpen } from '#web/ui/open-form.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { useSession } from '#web/session/session.ts'

/**
 * Opens the row that the address links to, `#/tokens?name=ci-deploy`, once it is in the list, or says that there is no
 * such row. The link then leaves the address.
 */
export function useLinkedRow<Row extends Dated>(
  { name: page, noun }: Pick<ResourceWords, 'name' | 'noun'>,
  list: RowStore<Row>,
): void {
  const { toasts } = useSession()
  const { opened, questions } = useDesk()
  const name = useLinkedName()
  const follow = useEffectEvent((name: string) => {
    const at = list.find(name)
    if (at < 0 && !list.isWhole) return
    dropLink(page)
    // What was typed must not be lost.
    if (isFormOpen() || questions.get().length > 0)
      return toasts.show('Close what is open, then follow the link again.', { mark: 'failed' })
    if (at >= 0) {
      focusName(null, name) // what opens takes the focus, and returns it here
      return opened.set({ is: 'row', resource: page, name })
    }
    const why = `It may have been deleted${list.unreadable.length > 0 ? ', or it cannot be read' : ''}.`
    toasts.show(`There is no ${noun} named “${visible(name)}” in this list. ${why}`, { mark: 'failed', name })
  })
  useEffect(() => {
    if (name !== null) follow(name)
  }, [name, list])
}
