import type { ResourceName } from '#contract/problem.ts'
import { useSession } from '#web/ui/session.ts'
import { useStore } from '#web/ui/store.ts'
import { AskDialog, type DateField } from './ask-dialog.tsx'
import { CompareDialog } from './compare-dialog.tsx'

interface Props {
  resource: ResourceName
  dateField?: DateField | undefined
  onShow: (name: string) => void
}

/** The open dialog of a page, over whatever else is open. */
export function OpenDialogs({ resource, ...page }: Props) {
  const { dialogs } = useSession()
  const dialog = useStore(dialogs).find((open) => open.resource === resource)
  if (dialog === undefined) return null
  return dialog.is === 'question' ? (
    <AskDialog key={dialog.id} dialog={dialog} {...page} />
  ) : (
    <CompareDialog key={dialog.id} dialog={dialog} />
  )
}
