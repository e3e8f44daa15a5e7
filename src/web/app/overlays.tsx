import { useQueryClient } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { ActivitySheet } from '#web/jobs/activity-sheet.tsx'
import { useDesk } from '#web/jobs/desk.tsx'
import { isUnderWay, withRetries, type Job } from '#web/jobs/job.ts'
import { JobLine, JobSheet } from '#web/jobs/job-sheet.tsx'
import type { PageActs } from '#web/jobs/next.ts'
import { Questions } from '#web/jobs/question-dialog.tsx'
import { CopyJobSecret, JobSecrets } from '#web/sheet/job-secrets.tsx'
import type { Loss } from '#web/sheet/loss.tsx'
import { NewExpiry } from '#web/tokens/new-expiry.tsx'
import { refresh } from '#web/resource/lists.ts'
import { useSession } from '#web/session/session.ts'
import { useStore } from '#web/ui/store.ts'
import { UncopiedPasswords } from '#web/users/uncopied-passwords.tsx'
import { AccountMenu } from './account-menu.tsx'
import { KeysSheet } from './keys/keys-sheet.tsx'
import type { Command } from './palette/commands.ts'
import { Palette } from './palette/palette.tsx'
import { SignOut } from './sign-out.tsx'

/** What the header opened. `focused`: the row with the focus then. */
export type Over =
  | { is: 'menu' }
  | { is: 'keys' }
  | { is: 'palette'; focused: string | undefined }
  | { is: 'sign-out'; loss: Loss }

interface Props {
  over: Over | undefined
  menuButton: RefObject<HTMLButtonElement | null>
  onOver: (over: Over | undefined) => void
}

/** What is open over any page: what the header opened, a report, Activity, and questions. */
export function Overlays({ over, menuButton, onOver }: Props) {
  const { signOut } = useSession()
  const { jobs, opened } = useDesk()
  const all = useStore(jobs)
  const open = useStore(opened)
  const [recent, setRecent] = useState<readonly Command[]>([])
  const close = () => opened.set(undefined)
  const leave = () => onOver(undefined)
  const report = open?.is === 'report' ? all.find(({ id }) => id === open.job) : undefined
  const hidden = all.findLast((job) => isUnderWay(job) && job.items.length > 1 && job.id !== report?.id)
  return (
    <>
      {report && <Report key={report.id} job={withRetries(report, all)} onClose={close} />}
      {hidden && <JobLine job={hidden} onShow={() => opened.set({ is: 'report', job: hidden.id })} />}
      <UncopiedPasswords />
      {open?.is === 'activity' && <ActivitySheet onClose={close} />}
      {over?.is === 'menu' && (
        <AccountMenu
          trigger={menuButton}
          onKeys={() => onOver({ is: 'keys' })}
          onLeaving={(loss) => onOver({ is: 'sign-out', loss })}
          onClose={leave}
        />
      )}
      {over?.is === 'palette' && (
        <Palette
          focused={over.focused}
          recent={recent}
          onRun={(command) => setRecent([command, ...recent.filter(({ id }) => id !== command.id)].slice(0, 3))}
          onKeys={() => onOver({ is: 'keys' })}
          onClose={leave}
        />
      )}
      {over?.is === 'keys' && <KeysSheet onClose={leave} />}
      {over?.is === 'sign-out' && <SignOut loss={over.loss} onConfirm={signOut} onCancel={leave} />}
      <Questions dateField={NewExpiry} />
    </>
  )
}

/** The report of a job, with what its page can do. */
function Report({ job, onClose }: { job: Job; onClose: () => void }) {
  const session = useSession()
  const { opened } = useDesk()
  const client = useQueryClient()
  const { resource } = job
  const page: PageActs = {
    edit: (name, how) =>
      opened.set({ is: 'row', resource, name, ...(how === 'with-password' && { hasPassword: true as const }) }),
    refresh: () => refresh(client, session, resource),
  }
  return (
    <JobSheet
      job={job}
      page={page}
      secrets={<JobSecrets job={job} />}
      copyButton={(item) => <CopyJobSecret job={job} item={item} />}
      onClose={onClose}
    />
  )
}
