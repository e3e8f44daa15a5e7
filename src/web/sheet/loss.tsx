import { useDesk } from '#web/jobs/desk.tsx'
import { isUnderWay } from '#web/jobs/job.ts'
import { missingIn, rowsOfJobs } from '#web/jobs/rows-of-jobs.ts'
import { counted } from '#web/ui/time.ts'
import { usePasswords, type Passwords } from './passwords.ts'

/** What signing out, or closing the tab, loses. */
export interface Loss {
  /** Generated passwords that nobody has copied. */
  passwords: number
  /** Tokens that were to be replaced and do not exist. */
  missing: number
  /** A job is under way. */
  hasJob: boolean
}

/** How many generated passwords nobody has copied. */
export const keptIn = ({ get }: Pick<Passwords, 'get'>) => [...get().values()].filter((is) => is === 'kept').length

/** Reads what would be lost now; undefined: nothing. */
export function useLossNow(): () => Loss | undefined {
  const { jobs } = useDesk()
  const secrets = usePasswords()
  return () => {
    const all = jobs.get()
    const hasJob = all.some(isUnderWay)
    const missing = [...rowsOfJobs(all, 'tokens').last.values()].filter((deed) => missingIn(deed) !== undefined).length
    const passwords = keptIn(secrets)
    return passwords + missing === 0 && !hasJob ? undefined : { passwords, missing, hasJob }
  }
}

/** What signing out loses. */
export function LossWords({ passwords, missing, hasJob }: Loss) {
  const were = missing === 1 ? 'was' : 'were'
  const says = [
    passwords > 0 && `You haven’t copied ${counted(passwords, 'new password')}. A password can’t be read again.`,
    missing > 0 && `${counted(missing, 'token')} ${were} deleted and not created again. This page forgets what it had.`,
    hasJob && 'A job is still under way. Signing out stops it.',
  ]
  return <p>{says.filter(Boolean).join(' ')}</p>
}
