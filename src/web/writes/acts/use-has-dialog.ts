import { useEffect } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import { useSession } from '#web/ui/session.ts'
import { useStore } from '#web/ui/store.ts'

/** Whether a dialog of this page is open. Leaving the page cancels it, and those that wait. */
export function useHasDialog(resource: ResourceName): boolean {
  const { dialogs } = useSession()
  useEffect(() => () => dialogs.cancel(resource), [dialogs, resource])
  return useStore(dialogs).some((dialog) => dialog.resource === resource)
}
