import { useMemo } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { isUnderWay, type Job, type JobItem } from '#web/jobs/job.ts'
import { missingIn, rowsOfJobs } from '#web/jobs/rows-of-jobs.ts'
import { isMissing } from '#contract/write/outcome.ts'
import { useSession } from '#web/session/session.ts'
import { useStore } from '#web/ui/store.ts'
import { useSecrets } from './secrets.ts'

/**
 * A value that nobody has copied, and the item that made it. `made`: its row was created here, and the value never
 * changed; `spoiled`: it needs repair.
 */
export interface Uncopied {
  is: 'made' | 'new' | 'spoiled'
  by: JobItem
}

/** The rows whose value is new, by their names, latest last: all that jobs know of values is what was told, and copied. */
export function uncopiedValues(jobs: readonly Job[], resource: ResourceName): ReadonlyMap<string, Uncopied> {
  const values = new Map<string, Uncopied>()
  for (const job of jobs) {
    if (job.resource !== resource) continue
    for (const item of job.items) {
      const { told, after: name, isCopied } = item
      if (told === undefined) continue
      const before = values.get(name)
      const is = told.tone === 'repair' ? 'spoiled' : isNew(item) ? 'new' : isMade(item) ? 'made' : undefined
      // Nobody is to get the value of a row whose date is still to be set.
      if (isCopied === true || isGone(item) || told.next.includes('set-expiry')) values.delete(name)
      else if (is !== undefined && (is !== before?.is || is === 'new')) {
        values.delete(name) // a later one comes last
        values.set(name, { is, by: item })
      }
    }
  }
  return values
}

const isNew = ({ told }: JobItem) => told?.next.includes('copy') === true
const isMade = ({ seen, outcome, told }: JobItem) =>
  seen === undefined && outcome !== undefined && told?.result === 'done'
const isGone = ({ told, outcome }: JobItem) => told?.result === 'done' && outcome !== undefined && isMissing(outcome)

/** The rows to hand over, whose new value or generated password nobody has copied. One new row alone is no news. */
export function useToHandOver(resource: ResourceName): readonly string[] {
  const { jobs, resources } = useDesk()
  const all = useStore(jobs.inList)
  const { kept } = useStore(useSecrets())
  const hasValue = resources[resource].readValue !== undefined
  return useMemo(() => {
    const values = [...uncopiedValues(all, resource)]
    const names = hasValue ? values.flatMap(([name, { is }]) => (is === 'spoiled' ? [] : [name])) : [...kept]
    return names.length > 1 || values.some(([, { is }]) => is === 'new') ? names : []
  }, [all, kept, resource, hasValue])
}

const newIn = (jobs: readonly Job[], resource: ResourceName) =>
  [...uncopiedValues(jobs, resource)].flatMap(([name, { is }]) => (is === 'new' ? [name] : []))

/** What signing out, or closing the tab, loses. */
export interface Loss {
  /** New values and generated passwords that nobody has copied. */
  values: number
  passwords: number
  /** A job is under way here, or in another window. */
  hasJob: boolean
  hasJobElsewhere?: boolean
  /** Tokens that were to be replaced and do not exist. */
  missing: number
}

/** Reads what would be lost now; undefined: nothing. */
export function useLossNow(): () => Loss | undefined {
  const { jobs } = useDesk()
  const secrets = useSecrets()
  return () => {
    const all = jobs.get()
    const hasJob = all.some(isUnderWay)
    const missing = [...rowsOfJobs(all, 'tokens').last.values()].filter((deed) => missingIn(deed) !== undefined).length
    const lost = { values: newIn(all, 'tokens').length, passwords: secrets.get().kept.size, hasJob, missing }
    return lost.values + lost.passwords + missing === 0 && !hasJob ? undefined : lost
  }
}

/** Reads what signing out would lose, also in other windows; undefined: nothing. */
export function useLossOfSignOut(): () => Promise<Loss | undefined> {
  const lossNow = useLossNow()
  const { isBusyElsewhere } = useSession()
  return async () => {
    const hasJobElsewhere = await isBusyElsewhere()
    const loss = lossNow()
    const nothing = { values: 0, passwords: 0, hasJob: false, missing: 0 }
    return hasJobElsewhere ? { ...(loss ?? nothing), hasJobElsewhere } : loss
  }
}
