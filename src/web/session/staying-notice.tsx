import { laterPart } from '#web/ui/later.tsx'
import { useStore } from '#web/ui/store.ts'
import type { Staying } from './staying.ts'

const EndingNotice = laterPart(async () => (await import('./ending-notice.tsx')).EndingNotice)

/** Nothing, until the session is about to end. */
export function StayingNotice({ staying }: { staying: Staying }) {
  const ending = useStore(staying.ending)
  return ending && <EndingNotice ending={ending} onStay={staying.stay} />
}
