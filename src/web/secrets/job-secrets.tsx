import { Copy, Download, KeyRound } from 'lucide-react'
import { useEffect } from 'react'
import { useAppContext, type AppContext } from '#web/jobs/app-context.tsx'
import { isJobRunning, withRetries, type Job, type JobItem } from '#web/jobs/job.ts'
import { hasNewValue } from '#web/jobs/job-selectors.ts'
import { Callout } from '#web/jobs/result-note.tsx'
import { BannerButton, PageBanner } from '#web/resource/page-banner.tsx'
import { useSession } from '#web/session/session.ts'
import { useStore } from '#web/ui/store.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { formatCount, pluralize } from '#web/ui/format.ts'
import { copyOneSecret, copySecrets, downloadSecrets, maxCopiedSecrets } from './copy-secrets.ts'
import { useGeneratedPasswords, type GeneratedPasswords } from './generated-passwords.ts'
import { useCreateSecret, type Secret } from './secret.ts'

/** Whether a job made a value, or a password that is kept, for this row. */
function hasSecret(
  { resources }: Pick<AppContext, 'resources'>,
  passwords: Pick<GeneratedPasswords, 'read'>,
  { resource }: Job,
  { facts, outcome, currentName }: JobItem,
): boolean {
  if (resources[resource].readValue === undefined)
    return outcome?.request.writeOnlyFields.length !== 0 && passwords.read(currentName) !== undefined
  return facts?.status === 'success' && facts.concern === 'new-value'
}

/** *3 new values*, that nobody has copied: of a report, and of the banner that leads to it. */
export const newSecretsText = (count: number, kind: Secret['kind']) =>
  `${pluralize(count, `new ${kind}`)}${kind === 'value' ? '' : '. Copy them before you close this tab.'}`

/** The new values of the last job on several rows that made some, until they are copied. */
export function NewValuesBanner() {
  const { jobs, overlay } = useAppContext()
  const allJobs = useStore(jobs)
  const openOverlay = useStore(overlay)
  const job = allJobs.findLast(
    (past) => past.items.length > 1 && !isJobRunning(past) && withRetries(past, allJobs).items.some(hasNewValue),
  )
  if (job === undefined || (openOverlay?.type === 'job-report' && openOverlay.jobId === job.id)) return null
  const items = withRetries(job, allJobs).items.filter(hasNewValue)
  const names = items.map(({ currentName }) => currentName)
  return (
    <PageBanner
      topic="not-copied"
      icon={<KeyRound className="icon" aria-hidden="true" />}
      actions={
        <BannerButton onClick={() => overlay.set({ type: 'job-report', jobId: job.id })}>Copy new values…</BannerButton>
      }
      onDismiss={() => jobs.updateItems(job.resource, names, { isCopied: true })}
    >
      {newSecretsText(names.length, 'value')}
    </PageBanner>
  )
}

/** The button that copies what a job made for one row. */
export function CopyJobSecret({ job, item }: { job: Job; item: JobItem }) {
  const session = useSession()
  const app = useAppContext()
  const passwords = useGeneratedPasswords()
  const secret = useCreateSecret()(job.resource, item.currentName)
  if (!hasSecret(app, passwords, job, item)) return null
  return (
    <button
      type="button"
      className="btn small"
      aria-label={`Copy new ${secret.kind} of ${displayText(item.currentName)}`}
      onClick={() => void copyOneSecret(session, secret)}
    >
      <Copy className="icon" aria-hidden="true" />
      Copy
    </button>
  )
}

/** *9 new values · Copy all · Download…*, in the report of the job that made them. It shows none of them. */
export function JobSecrets({ job }: { job: Job }) {
  const session = useSession()
  const app = useAppContext()
  const passwords = useGeneratedPasswords()
  const createSecret = useCreateSecret()
  useStore(passwords)
  // Copied passwords can be copied again until the report is closed.
  useEffect(() => passwords.forgetCopied, [passwords])
  const { resource, items } = job
  const made = items.filter((item) => hasSecret(app, passwords, job, item))
  const uncopied = made.filter(({ isCopied }) => isCopied !== true)
  // All of them can be copied once more.
  const secrets = (uncopied.length === 0 ? made : uncopied).map(({ currentName }) =>
    createSecret(resource, currentName),
  )
  const [firstSecret] = secrets
  if (firstSecret === undefined || isJobRunning(job)) return null
  const { kind } = firstSecret
  const isTooMany = secrets.length > maxCopiedSecrets
  const text = uncopied.length === 0 ? `All ${formatCount(made.length)} copied.` : newSecretsText(uncopied.length, kind)
  return (
    <Callout tone="new-value" text={isTooMany ? `${text} · At most ${maxCopiedSecrets} can be copied at once.` : text}>
      <button
        type="button"
        className="btn small"
        aria-disabled={isTooMany || undefined}
        onClick={() => !isTooMany && void copySecrets(session, secrets)}
      >
        <Copy className="icon" aria-hidden="true" />
        Copy all
      </button>
      <button
        type="button"
        className="btn small"
        onClick={() =>
          void downloadSecrets(session, app.confirmations, {
            resource,
            secrets,
            what: pluralize(secrets.length, `new ${kind}`),
          })
        }
      >
        <Download className="icon" aria-hidden="true" />
        Download…
      </button>
    </Callout>
  )
}
