import { ActivitySheet } from '#web/jobs/activity-sheet.tsx'
import { useDesk } from '#web/jobs/desk.tsx'
import { isUnderWay, type Job } from '#web/jobs/job.ts'
import { JobLine, JobSheet } from '#web/jobs/job-sheet.tsx'
import { Questions } from '#web/jobs/question-dialog.tsx'
import type { PageActs } from '#web/jobs/next.ts'
import { HandOverLine, HandOverSheet } from '#web/sheet/hand-over-sheet.tsx'
import { NewExpiry } from '#web/tokens/new-expiry.tsx'
import { useCopyTokenValue } from '#web/tokens/hooks.ts'
import { useStore } from '#web/ui/store.ts'
import { useQueryClient } from '@tanstack/react-query'

/** What is open over any page: a report, Activity, values to hand over, and the first of the questions. */
export function Overlays() {
  const desk = useDesk()
  const { jobs, opened } = desk
  const all = useStore(jobs)
  const open = useStore(opened)
  const close = () => opened.set(undefined)
  const report = open?.is === 'report' ? all.find(({ id }) => id === open.job) : undefined
  const hidden = all.findLast((job) => isUnderWay(job) && job.items.length > 1 && job.id !== report?.id)
  return (
    <>
      {report && <Report key={report.id} job={report} onClose={close} />}
      {hidden && <JobLine job={hidden} onShow={() => opened.set({ is: 'report', job: hidden.id })} />}
      {open?.is === 'activity' && <ActivitySheet onClose={close} />}
      {open?.is === 'hand-over' && <HandOverSheet job={open.job} onClose={close} />}
      <Questions dateField={NewExpiry} />
    </>
  )
}

/** The report of a job, with what its page can do. */
function Report({ job, onClose }: { job: Job; onClose: () => void }) {
  const { opened, resources } = useDesk()
  const client = useQueryClient()
  const copy = useCopyTokenValue()
  const { resource } = job
  const page: PageActs = {
    edit: (name, how) =>
      opened.set({ is: 'row', resource, name, ...(how === 'with-password' && { hasPassword: true as const }) }),
    refresh: () => void client.refetchQueries({ queryKey: [resource] }),
    ...(resources[resource] === resources.tokens && {
      copy: (name: string) => void copy({ name, token: undefined, show: () => false }),
    }),
  }
  return <JobSheet job={job} page={page} handOver={<HandOverLine job={job} />} onClose={onClose} />
}
