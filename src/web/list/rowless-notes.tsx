import type { ReactNode } from 'react'
import { useDesk } from '#web/jobs/desk.tsx'
import { ToneBox } from '#web/jobs/note.tsx'
import type { ResourceWords } from '#web/resource/resource.ts'
import { keepFocus } from '#web/ui/focus/focus.ts'
import { counted } from '#web/ui/time.ts'

/** More notes than this would push the rows out of sight. */
const mostRowless = 3

interface Props {
  resource: Pick<ResourceWords, 'noun'>
  /** The names that are not in the list. */
  names: readonly string[]
  note: (name: string) => ReactNode
  /** Dismisses all of them. */
  onDismiss: () => void
}

/** The notes about rows that are not in the list, above it: a few of them, or how many there are. */
export function RowlessNotes({ resource: { noun }, names, note, onDismiss }: Props) {
  const { opened } = useDesk()
  if (names.length <= mostRowless) return names.map(note)
  return (
    <ToneBox tone="plain" text={`${counted(names.length, noun)} with a note are not in the list.`}>
      <button ref={keepFocus} type="button" className="btn small" onClick={() => opened.set({ is: 'activity' })}>
        Activity
      </button>
      <button ref={keepFocus} type="button" className="btn ghost small" onClick={onDismiss}>
        Dismiss all
      </button>
    </ToneBox>
  )
}
