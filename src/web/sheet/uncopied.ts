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
  const all = new Map<string, Uncopied>()
  const own = jobs.filter((job) => job.resource === resource)
  if (passwords?.size === 0) return all
  if (passwords !== undefined) {
    const items = own.flatMap((job) => job.items)
    const last = new Map(items.map((item) => [item.after, item]))
    const sent = new Map(items.flatMap((item) => (item.hasPassword === true ? [[item.after, item]] : [])))
    for (const name of passwords)
      all.set(name, { is: 'password', by: sent.get(name), isConfirmed: last.get(name)?.told?.result !== 'unknown' })
    return all
  }
  for (const job of own)
    for (const item of itemsWithValues(job)) {
      const is = valueIn(item)
      const before = all.get(item.after)
      if (is === 'none') all.delete(item.after)
      else if (is !== undefined && (is !== before?.is || is === 'new')) {
        all.delete(item.after) // a later one comes last
        all.set(item.after, { is, by: item, isConfirmed: true })
      }
    }
  return all
}

const known = new WeakMap<Job, readonly JobItem[]>()

/** Selects them once from a job, which never changes: with four of 10,000 rows, each turn of a fifth took twice as long. */
function itemsWithValues(job: Job): readonly JobItem[] {
  const items = known.get(job) ?? job.items.filter((item) => valueIn(item) !== undefined)
  known.set(job, items)
  return items
}

/** What became of the value of a row. `none`: nobody is to get it. */
function valueIn({ told, isCopied, outcome, seen }: JobItem): Exclude<Uncopied['is'], 'password'> | 'none' | undefined {
  if (told === undefined) return undefined
  const isDone = told.result === 'done' && outcome !== undefined
  // Nobody is to get the value of a row whose date is still to be set.
  if (isCopied === true || (isDone && isMissing(outcome)) || told.next.includes('set-expiry')) return 'none'
  if (told.tone === 'repair') return 'spoiled'
  if (told.next.includes('copy')) return 'new'
  return seen === undefined && isDone ? 'made' : undefined
}

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
