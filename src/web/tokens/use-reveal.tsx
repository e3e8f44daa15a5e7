import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { useDesk, useRowsOfJobs } from '#web/jobs/desk.tsx'
import { seenIn } from '#web/resource/lists.ts'
import { SecretBox } from '#web/sheet/secret-box.tsx'
import { useReveal, type Reveal } from '#web/sheet/use-reveal.ts'
import { useStore } from '#web/ui/store.ts'

/** A value closes when a write of its row begins or ends, or when a list shows the row differently. */
export function useTokenReveal(list: RowStore<Token>): Reveal {
  const { pending } = useRowsOfJobs('tokens')
  return useReveal('tokens', {
    hasPlace: isDrawn,
    rowOf: (name) => ({ row: seenIn(list, name)?.row, isSaving: pending.has(name) }),
  })
}

/** Whether the row of this name is in the page: it may be filtered away, or another page may be open. */
function isDrawn(name: string): boolean {
  return [...document.querySelectorAll<HTMLElement>('[data-reveal]')].some(({ dataset }) => dataset['reveal'] === name)
}

interface Props {
  name: string
  reveal: Reveal
  isInSheet?: boolean
}

/** The value of a token, while it is open: in the sheet of its row, else under the row. */
export function RevealedValue({ name, reveal, isInSheet = false }: Props) {
  const { opened } = reveal
  const hasSheet = useStore(useDesk().opened)?.is === 'row'
  if (opened?.secret.name !== name || hasSheet !== isInSheet) return null
  return <SecretBox key={opened.count} opened={opened} reveal={reveal} />
}
