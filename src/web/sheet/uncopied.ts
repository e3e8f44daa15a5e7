import { useMemo } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import { isMissing } from '#contract/write/outcome.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { isUnderWay, withRetries, type Job, type JobItem } from '#web/jobs/job.ts'
import type { Handed } from '#web/jobs/opened.ts'
import { missingIn, rowsOfJobs } from '#web/jobs/rows-of-jobs.ts'
import { keysOf } from '#web/resource/resource.ts'
import { useSession } from '#web/session/session.ts'
import { useStore } from '#web/ui/store.ts'
import { useSecretOf, type Secret } from './secret.ts'
import { useSecrets } from './secrets.ts'

/**
 * A secret that nobody has copied, and the item that made it. `made`: its row was created here, and the value never
 * changed; `spoiled`: it needs repair.
 */
export interface Uncopied {
  is: 'made' | 'new' | 'spoiled' | 'password'
  by: JobItem | undefined
  isConfirmed: boolean
}

/**
 * The secrets of a resource that nobody has copied, by the names of their rows. All that jobs know of values is what was
 * told, and copied; the latest is last. `passwords`: the names of those that are kept, where rows have passwords.
 */
export function uncopiedIn(
  jobs: readonly Job[],
  resource: ResourceName,
  passwords?: ReadonlySet<string>,
): ReadonlyMap<string, Uncopied> {
  const items = jobs.flatMap((job) => (job.resource === resource ? job.items : []))
  const all = new Map<string, Uncopied>()
  if (passwords !== undefined) {
    const last = new Map(items.map((item) => [item.after, item]))
    const sent = new Map(items.flatMap((item) => (item.hasPassword === true ? [[item.after, item]] : [])))
    for (const name of passwords)
      all.set(name, { is: 'password', by: sent.get(name), isConfirmed: last.get(name)?.told?.result !== 'unknown' })
    return all
  }
  for (const item of items) {
    const { told, after: name, isCopied } = item
    if (told === undefined) continue
    const before = all.get(name)
    const is = told.tone === 'repair' ? 'spoiled' : isNew(item) ? 'new' : isMade(item) ? 'made' : undefined
    // Nobody is to get the value of a row whose date is still to be set.
    if (isCopied === true || isGone(item) || told.next.includes('set-expiry')) all.delete(name)
    else if (is !== undefined && (is !== before?.is || is === 'new')) {
      all.delete(name) // a later one comes last
      all.set(name, { is, by: item, isConfirmed: true })
    }
  }
  return all
}

const isNew = ({ told }: JobItem) => told?.next.includes('copy') === true
const isMade = ({ seen, outcome, told }: JobItem) =>
  seen === undefined && outcome !== undefined && told?.result === 'done'
const isGone = ({ told, outcome }: JobItem) => told?.result === 'done' && outcome !== undefined && isMissing(outcome)

/** How many rows are to be handed over: those that nobody can use are not. One new row alone is no news. */
export function useHowManyToHandOver(resource: ResourceName): number {
  const { jobs, resources } = useDesk()
  const all = useStore(jobs.inList)
  const { kept } = useStore(useSecrets())
  const passwords = resources[resource].readValue ? undefined : kept
  return useMemo(() => {
    const fresh = [...uncopiedIn(all, resource, passwords).values()].filter(({ is }) => is !== 'spoiled')
    return fresh.length > 1 || fresh.some(({ is }) => is === 'new') ? fresh.length : 0
  }, [all, passwords, resource])
}

/**
 * Finds what is to be handed over: what a job made and nobody has copied, in the order of its rows, so one that deactivates
 * or deletes made nothing; or that of all jobs; or the values of some rows.
 */
export function useSecretsToHandOver({ job, of }: Handed): () => readonly Secret[] {
  const { jobs, resources } = useDesk()
  const { get } = useSecrets()
  const secretOf = useSecretOf()
  return () => {
    if (of !== undefined) return of.names.map((name) => secretOf(of.resource, name))
    const all = jobs.get()
    const one = all.find(({ id }) => id === job)
    const items = one && withRetries(one, all).items
    return keysOf(resources).flatMap((resource) => {
      const uncopied = uncopiedIn(all, resource, resources[resource].readValue ? undefined : get().kept)
      const own = items?.flatMap((item) => (uncopied.get(item.after)?.by === item ? [item.after] : []))
      const names = job === undefined ? [...uncopied.keys()] : (own ?? [])
      return names.map((name) =>
        secretOf(resource, name, { isNew: true, isConfirmed: uncopied.get(name)?.isConfirmed !== false }),
      )
    })
  }
}

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
    const { kept } = secrets.get()
    const values = [...uncopiedIn(all, 'tokens').values()].filter(({ is }) => is === 'new').length
    return values + kept.size + missing === 0 && !hasJob ? undefined : { values, passwords: kept.size, hasJob, missing }
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
