import { KeyRound } from 'lucide-react'
import type { ResourceName } from '#contract/problem.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { PageBanner } from '#web/resource/page-banner.tsx'
import { counted } from '#web/ui/time.ts'
import { useToHandOver } from './uncopied.ts'

/** Counts the new values or generated passwords that are not copied yet, and opens their list. */
export function UncopiedBanner({ resource }: { resource: ResourceName }) {
  const { opened, resources } = useDesk()
  const { length } = useToHandOver(resource)
  if (length === 0) return null
  const what = resources[resource].readValue ? 'value' : 'password'
  return (
    <PageBanner
      about="not-copied"
      icon={<KeyRound className="icon" aria-hidden="true" />}
      actions={
        <button type="button" className="btn small" onClick={() => opened.set({ is: 'hand-over' })}>
          Hand over…
        </button>
      }
    >
      {`${counted(length, `new ${what} was`, `new ${what}s were`)} not copied.`}
    </PageBanner>
  )
}
