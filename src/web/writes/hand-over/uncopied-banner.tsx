import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageBanner } from '#web/ui/page-banner.tsx'
import { useSession } from '#web/ui/session.ts'
import { counted } from '#web/ui/time.ts'

interface Props {
  what: 'value' | 'password'
  count: number
  /** Another button. */
  other?: ReactNode
}

/** Counts the new values or generated passwords that are not copied yet, and opens their list. */
export function UncopiedBanner({ what, count, other }: Props) {
  const { handOver } = useSession()
  return (
    <PageBanner
      about="not-copied"
      icon={<KeyRound className="icon" aria-hidden="true" />}
      actions={
        <>
          {other}
          <button type="button" className="btn small" onClick={() => handOver.set({})}>
            Hand over…
          </button>
        </>
      }
    >
      {`${counted(count, `new ${what} was`, `new ${what}s were`)} not copied.`}
    </PageBanner>
  )
}
