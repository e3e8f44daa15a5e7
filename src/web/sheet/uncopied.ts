import { useDesk } from '#web/jobs/desk.tsx'
import { isUnderWay } from '#web/jobs/job.ts'
import { missingIn, rowsOfJobs } from '#web/jobs/rows-of-jobs.ts'
import { useUncopiedIn } from './use-uncopied.ts'

/** What signing out, or closing the tab, loses. */
export interface Uncopied {
  /** New values and generated passwords that nobody has copied. */
  values: number
  passwords: number
  /** A job is under way. */
  hasJob: boolean
  /** Tokens that were to be replaced and do not exist. */
  missing: number
}

/** Reads what would be lost now; undefined: nothing. */
export function useUncopiedNow(): () => Uncopied | undefined {
  const { jobs } = useDesk()
  const uncopiedIn = useUncopiedIn()
  return () => {
    const { tokens, users } = uncopiedIn()
    const all = jobs.get()
    const hasJob = all.some(isUnderWay)
    const missing = [...rowsOfJobs(all, 'tokens').last.values()].filter((deed) => missingIn(deed) !== undefined).length
    const lost = { values: tokens.length, passwords: users.length, hasJob, missing }
    return lost.values + lost.passwords + missing === 0 && !hasJob ? undefined : lost
  }
}
