import { useAppContext } from '#web/jobs/app-context.tsx'
import { isJobRunning } from '#web/jobs/job.ts'
import { unrecreatedEntry, selectJobRows } from '#web/jobs/job-selectors.ts'
import { unrecreatedTokens } from '#web/jobs/unrecreated-rows.ts'
import { pluralize } from '#web/ui/format.ts'
import { useBeforeUnload } from '#web/ui/browser.ts'
import { selectReadable, selectUncopied, useGeneratedPasswords } from './generated-passwords.ts'

/** What signing out, or closing the tab, loses. */
export interface SignOutLoss {
  /** Generated passwords that nobody has copied. */
  passwords: number
  /** Users whose generated password is gone, and nobody has copied it: the tab names them until then. */
  lostPasswords: number
  /** Tokens that were to be replaced and do not exist, or may not. */
  missing: number
  /** Some of them may exist. */
  mayExist: boolean
  /** A job is under way. */
  hasJob: boolean
}

/** Reads what would be lost now; undefined: nothing. */
export function useSignOutLoss(): () => SignOutLoss | undefined {
  const app = useAppContext()
  const secrets = useGeneratedPasswords()
  return () => {
    const all = app.jobs.get()
    const hasJob = all.some(isJobRunning)
    const missingEntries = [...selectJobRows(all, 'tokens').last.values()].filter(
      (entry) => unrecreatedEntry(entry) !== undefined,
    )
    const missing = missingEntries.length + unrecreatedTokens(app).get().size
    const mayExist = missingEntries.some(({ item }) => item.facts?.status === 'unknown')
    const passwords = selectReadable(secrets.get()).size
    const lostPasswords = selectUncopied(secrets.get()).size - passwords
    const isNothing = passwords + lostPasswords + missing === 0 && !hasJob
    return isNothing ? undefined : { passwords, lostPasswords, missing, mayExist, hasJob }
  }
}

/** Asks before the page is closed or reloaded while that would lose something. The next page names lost passwords too. */
export function LossGuard() {
  const lossNow = useSignOutLoss()
  useBeforeUnload(() => {
    const loss = lossNow()
    return loss !== undefined && (loss.passwords + loss.missing > 0 || loss.hasJob)
  })
  return null
}

/** What signing out loses. */
export function SignOutLossText({ passwords, lostPasswords, missing, mayExist, hasJob }: SignOutLoss) {
  const were = missing === 1 ? 'was' : 'were'
  const sentences = [
    passwords > 0 && `You haven’t copied ${pluralize(passwords, 'new password')}. A password can’t be read again.`,
    lostPasswords > 0 &&
      `${pluralize(lostPasswords, 'user has', 'users have')} a generated password that nobody copied. This page forgets which.`,
    missing > 0 &&
      `${pluralize(missing, 'token')} ${were} ${mayExist ? 'to be replaced, and may or may not exist' : 'deleted and not created again'}. This page forgets what it had.`,
    hasJob && 'A job is still under way. Signing out stops it.',
  ]
  return <p>{sentences.filter(Boolean).join(' ')}</p>
}
