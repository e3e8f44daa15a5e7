import { Copy, Download, KeyRound } from 'lucide-react'
import { useEffect } from 'react'
import { useAppContext, type AppContext } from '#web/jobs/app-context.tsx'
import { isJobRunning, type Job, type JobItem } from '#web/jobs/job.ts'
import { useSession } from '#web/session/session.ts'
import { useStore } from '#web/ui/store.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { pluralize } from '#web/ui/format.ts'
import { copyOneSecret, copySecrets, downloadSecrets, maxCopiedSecrets } from './copy-secrets.ts'
import { useGeneratedPasswords, type GeneratedPasswords } from './generated-passwords.ts'
import { useCreateSecret } from './secret.ts'

/** Whether a job made a value that works, or a password that is kept, for this row. */
function hasSecret(
  { resources }: Pick<AppContext, 'resources'>,
  passwords: Pick<GeneratedPasswords, 'read'>,
  { resource }: Job,
  { facts, snapshot, currentName }: JobItem,
): boolean {
  if (resources[resource].readValue === undefined) return passwords.read(currentName) !== undefined
  if (facts?.status !== 'success') return false
  return facts.concern === 'new-value' || (snapshot === undefined && facts.concern === undefined)
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
  const secrets = items
    .filter((item) => hasSecret(app, passwords, job, item))
    .map(({ currentName }) => createSecret(resource, currentName))
  const [firstSecret] = secrets
  if (firstSecret === undefined || isJobRunning(job)) return null
  const subject = pluralize(secrets.length, `new ${firstSecret.kind}`)
  const isTooMany = secrets.length > maxCopiedSecrets
  return (
    <div className="callout new-value">
      <KeyRound className="icon" aria-hidden="true" />
      <p>
        {firstSecret.kind === 'value' ? `${subject}.` : `${subject}. Copy them before you close this tab.`}
        {isTooMany && ` At most ${maxCopiedSecrets} can be copied at once.`}
      </p>
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
        onClick={() => void downloadSecrets(session, app.confirmations, { resource, secrets, what: subject })}
      >
        <Download className="icon" aria-hidden="true" />
        Download…
      </button>
    </div>
  )
}
