import { KeyRound } from 'lucide-react'
import { PageBanner } from '#web/list/page-banner.tsx'
import { useSession } from '#web/ui/session.ts'
import { useStore } from '#web/ui/store.ts'
import { counted } from '#web/ui/time.ts'

/** Counts the generated passwords that are not copied yet, and opens their list. A single one has its own note. */
export function PasswordBanner() {
  const { passwords, handOver } = useSession()
  const { kept } = useStore(passwords)
  if (kept.size < 2) return null
  return (
    <PageBanner
      about="not-copied"
      icon={<KeyRound className="icon" aria-hidden="true" />}
      actions={
        <button type="button" className="btn small" onClick={() => handOver.set({})}>
          Hand over…
        </button>
      }
    >
      {`${counted(kept.size, 'new password was', 'new passwords were')} not copied.`}
    </PageBanner>
  )
}
