import { useQueryClient } from '@tanstack/react-query'
import { FileClock, TriangleAlert } from 'lucide-react'
import { useEffect, useState, type RefObject } from 'react'
import type { ResourceName } from '#api/problem.ts'
import { ActivitySheet } from '#web/jobs/activity-log.tsx'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { isJobRunning, withRetries, type Job } from '#web/jobs/job.ts'
import { JobBanner, JobReportSheet } from '#web/jobs/job-report.tsx'
import type { PageHandlers } from '#web/jobs/follow-up.ts'
import { recreateRows } from '#web/jobs/run-action.ts'
import { unrecreatedTokens } from '#web/jobs/unrecreated-rows.ts'
import { ConfirmationDialogs } from '#web/jobs/confirm-action-dialog.tsx'
import { CopyJobSecret, JobSecrets, NewValuesBanner } from '#web/secrets/job-secrets.tsx'
import type { SignOutLoss } from '#web/secrets/sign-out-loss.tsx'
import { tokenSentences } from '#web/tokens/confirmation-sentences.ts'
import { NewExpiryPrompt } from '#web/tokens/field-inputs.tsx'
import { useTokens } from '#web/tokens/hooks.ts'
import type { NewRow } from '#web/resource/form.ts'
import { refreshList } from '#web/resource/list-queries.ts'
import { BannerButton, PageBanner } from '#web/resource/page-banner.tsx'
import { typedKeys } from '#web/resource/resource.ts'
import { useSession } from '#web/session/session.ts'
import { useLeaveGuard } from '#web/ui/browser.ts'
import { useHideLevel } from '#web/ui/hide-level.ts'
import { isCommandKey, isModalOpen } from '#web/ui/keyboard.ts'
import { useStore } from '#web/ui/store.ts'
import { formatCount, pluralize } from '#web/ui/format.ts'
import { displayText, TextWithNames } from '#web/ui/untrusted-text.tsx'
import { userSentences } from '#web/users/confirmation-sentences.ts'
import { UnfinishedUsers } from '#web/users/unfinished-users.tsx'
import { AccountMenu, SignOutDialog } from './account-menu.tsx'
import { ShortcutsSheet } from './shortcuts-sheet.tsx'
import { CommandPalette } from './command-palette.tsx'
import { openImport, type Command } from './commands.ts'

const confirmationSentences = { tokens: tokenSentences, users: userSentences }

/** What the header opened. `focusedRow`: the row that had the focus then. */
export type HeaderOverlay =
  | { type: 'account-menu' }
  | { type: 'shortcuts' }
  | { type: 'palette'; focusedRow: string | undefined }
  | { type: 'sign-out'; loss: SignOutLoss }

interface OverlaysProps {
  headerOverlay: HeaderOverlay | undefined
  menuButton: RefObject<HTMLButtonElement | null>
  onHeaderOverlayChange: (headerOverlay: HeaderOverlay | undefined) => void
}

/** What is open over any page: what the header opened, a report, Activity, and confirmations. */
export function Overlays({ headerOverlay, menuButton, onHeaderOverlayChange }: OverlaysProps) {
  const { signOut } = useSession()
  const { jobs, overlay } = useAppContext()
  const allJobs = useStore(jobs)
  const openOverlay = useStore(overlay)
  const [recent, setRecent] = useState<readonly Command[]>([])
  const close = () => overlay.set(undefined)
  useFindHint()
  const isHidden = useHideLevel() === 'everything'
  const closeHeaderOverlay = () => onHeaderOverlayChange(undefined)
  useLeaveGuard(() => {
    if (headerOverlay !== undefined) closeHeaderOverlay()
    return headerOverlay !== undefined
  })
  const report = openOverlay?.type === 'job-report' ? allJobs.find(({ id }) => id === openOverlay.jobId) : undefined
  const bannerJob = allJobs.findLast((job) => isJobRunning(job) && job.items.length > 1 && job.id !== report?.id)
  return (
    <>
      {report && <OpenReport key={report.id} job={withRetries(report, allJobs)} onClose={close} />}
      {bannerJob && (
        <JobBanner job={bannerJob} onShow={() => overlay.set({ type: 'job-report', jobId: bannerJob.id })} />
      )}
      <UnrecreatedTokens />
      <UnfinishedUsers />
      <InterruptedImports />
      <NewValuesBanner />
      {openOverlay?.type === 'activity' && <ActivitySheet onClose={close} />}
      {headerOverlay?.type === 'account-menu' && (
        <AccountMenu
          trigger={menuButton}
          onShowShortcuts={() => onHeaderOverlayChange({ type: 'shortcuts' })}
          onConfirmSignOut={(loss) => onHeaderOverlayChange({ type: 'sign-out', loss })}
          onClose={closeHeaderOverlay}
        />
      )}
      {/* Hidden, it forgets what was typed or pasted into it. */}
      {headerOverlay?.type === 'palette' && !isHidden && (
        <CommandPalette
          focusedRow={headerOverlay.focusedRow}
          recent={recent}
          onRun={(command) => setRecent([command, ...recent.filter(({ id }) => id !== command.id)].slice(0, 3))}
          onShowShortcuts={() => onHeaderOverlayChange({ type: 'shortcuts' })}
          onClose={closeHeaderOverlay}
        />
      )}
      {headerOverlay?.type === 'shortcuts' && <ShortcutsSheet onClose={closeHeaderOverlay} />}
      {headerOverlay?.type === 'sign-out' && (
        <SignOutDialog loss={headerOverlay.loss} onConfirm={signOut} onCancel={closeHeaderOverlay} />
      )}
      <ConfirmationDialogs DatePrompt={NewExpiryPrompt} sentences={confirmationSentences} />
    </>
  )
}

const isImportOf = (resource: ResourceName) => (job: Job) => job.isImport === true && job.resource === resource

/** *An import of users was interrupted*: an earlier page of this tab ended in it, and none was begun here since. */
function InterruptedImports() {
  const app = useAppContext()
  const { jobs, resources, tabLists } = app
  const allJobs = useStore(jobs)
  const [left, setLeft] = useState(() => [...tabLists.imports.read().keys()])
  useEffect(() => tabLists.imports.subscribe(() => setLeft([...tabLists.imports.read().keys()])), [tabLists])
  const names = typedKeys(resources)
  const interrupted = names.filter((name) => left.includes(name) && !allJobs.some(isImportOf(name)))
  const underWay = names.filter((name) => allJobs.filter(isImportOf(name)).some(isJobRunning))
  const stored = [...interrupted, ...underWay].join(' ')
  useEffect(() => {
    tabLists.imports.write(stored.split(' ').flatMap((name) => (name === '' ? [] : [[name, {}] as const])))
  }, [tabLists, stored])
  if (useHideLevel() === 'everything') return null
  return interrupted.map((resource) => (
    <PageBanner
      key={resource}
      topic="interrupted-import"
      icon={<FileClock className="icon" aria-hidden="true" />}
      actions={<BannerButton onClick={() => openImport(app, resource)}>{`Import ${resource}…`}</BannerButton>}
      onDismiss={() => setLeft(left.filter((name) => name !== resource))}
    >
      {`An import of ${resource} was interrupted. Import the same file again: what exists is left out.`}
    </PageBanner>
  ))
}

/** Of a long list only the visible rows are drawn, so the browser finds no others. This is said once. */
function useFindHint(): void {
  const { toasts } = useSession()
  useEffect(() => {
    const controller = new AbortController()
    const explain = (event: KeyboardEvent) => {
      if (!isCommandKey(event, 'f') || isModalOpen() || document.querySelector('main .gap') === null) return
      controller.abort()
      const hint = 'The browser’s own search misses rows that are not on the screen. The search here (/) finds all.'
      toasts.show(hint, { severity: 'warning' })
    }
    window.addEventListener('keydown', explain, { signal: controller.signal })
    return () => controller.abort()
  }, [toasts])
}

/** The report of a job, with what its page can do. */
function OpenReport({ job, onClose }: { job: Job; onClose: () => void }) {
  const session = useSession()
  const { overlay } = useAppContext()
  const client = useQueryClient()
  const { resource } = job
  const page: PageHandlers = {
    edit: (name, editMode) =>
      overlay.set({
        type: 'row',
        resource,
        name,
        ...(editMode === 'with-password' && { setsPassword: true as const }),
      }),
    refresh: () => refreshList(client, session, resource),
  }
  return (
    <JobReportSheet
      job={job}
      page={page}
      secrets={<JobSecrets job={job} />}
      copyButton={(item) => <CopyJobSecret job={job} item={item} />}
      onClose={onClose}
    />
  )
}

/** So many names stand in the line; the confirmation lists them all. */
const maxNames = 3

/** *3 tokens were to be replaced and don’t exist*: those of an earlier page of this tab that nothing else names. */
function UnrecreatedTokens() {
  const app = useAppContext()
  const unrecreated = unrecreatedTokens(app)
  const rows = useStore(unrecreated)
  const isHidden = useHideLevel() === 'everything'
  const { data } = useTokens(unrecreated.isListNeeded())
  useEffect(() => {
    if (data !== undefined) unrecreated.compare(data)
  }, [data, unrecreated])
  if (rows.size === 0 || isHidden) return null
  const names = [...rows.keys()]
  const shownNames = names.slice(0, maxNames)
  const list = shownNames.map((name) => `“${displayText(name)}”`).join(', ')
  const others = names.length > maxNames ? ` and ${formatCount(names.length - maxNames)} more` : ''
  const recreate = () => {
    const newRows = [...rows].map(([name, change]): NewRow => ({ name, change }))
    void recreateRows(app, 'tokens', newRows)
  }
  return (
    <PageBanner
      topic="recreation"
      tone="warning"
      icon={<TriangleAlert className="icon" aria-hidden="true" />}
      actions={
        <BannerButton onClick={recreate}>
          {names.length === 1 ? 'Create again' : `Create ${formatCount(names.length)} again`}
        </BannerButton>
      }
      onDismiss={unrecreated.dismiss}
    >
      <TextWithNames
        text={`${pluralize(names.length, 'token was', 'tokens were')} to be replaced and ${names.length === 1 ? 'doesn’t' : 'don’t'} exist: ${list}${others}.`}
        names={shownNames}
      />
    </PageBanner>
  )
}
