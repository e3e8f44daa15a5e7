import type { ResourceName } from '#contract/problem.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import type { Handed } from '#web/jobs/opened.ts'
import { withRetries, type Job, type JobItem } from '#web/jobs/job.ts'
import { keysOf } from '#web/resource/resource.ts'
import { useSession } from '#web/session/session.ts'
import { NoSecret } from './read-once.ts'
import { useSecrets } from './secrets.ts'
import type { Secret } from './secrets-text.ts'
import { uncopiedValues } from './uncopied.ts'

/**
 * The new values and generated passwords that nobody has copied: of one job, in the order of its rows, or of all jobs. A
 * job has those that it made itself, so one that deactivates or deletes has none. Or the values of some rows.
 */
export function useSecretsToHandOver({ job, of }: Handed): () => Secret[] {
  const { jobs, knows, resources } = useDesk()
  const { service } = useSession()
  const secrets = useSecrets()
  const secretOf = (resource: ResourceName, name: string, isConfirmed = true): Secret => {
    const { readValue, unusable } = resources[resource]
    return {
      resource,
      name,
      is: readValue ? 'value' : 'password',
      isNew: of === undefined,
      isConfirmed,
      unusable() {
        const { list, ...world } = knows(resource)
        const at = list?.find(name) ?? -1
        return list === undefined || at < 0 ? undefined : unusable(list.at(at), world)
      },
      async read(signal) {
        const text = readValue ? await readValue(service, name, signal) : secrets.read(name)
        if (text === undefined) throw new NoSecret('It is no longer kept. Set a new password.')
        return text
      },
      onHanded() {
        jobs.mark(resource, name, { isCopied: true })
        if (!readValue) secrets.copied(name)
      },
      dismiss() {
        jobs.mark(resource, name, { isCopied: true })
        if (!readValue) secrets.dismiss(name)
      },
    }
  }
  return () => {
    if (of !== undefined) return of.names.map((name) => secretOf(of.resource, name))
    const all = jobs.get()
    const one = all.find(({ id }) => id === job)
    const items = one && withRetries(one, all).items
    return keysOf(resources).flatMap((resource): Secret[] => {
      const hasValue = resources[resource].readValue !== undefined
      const by = hasValue
        ? new Map([...uncopiedValues(all, resource)].map(([name, value]) => [name, value.by]))
        : new Map([...secrets.get().kept].map((name) => [name, lastOf(all, resource, name, sentPassword)]))
      const names =
        job === undefined
          ? [...by.keys()]
          : one?.resource === resource
            ? (items ?? []).flatMap((item) => (by.get(item.after) === item ? [item.after] : []))
            : []
      return names.map((name) =>
        secretOf(resource, name, hasValue || lastOf(all, resource, name)?.told?.result !== 'unknown'),
      )
    })
  }
}

const sentPassword = ({ hasPassword }: JobItem) => hasPassword === true

/** The last item of a row, of those that are such. */
const lastOf = (jobs: readonly Job[], resource: ResourceName, name: string, isSuch = (_item: JobItem) => true) =>
  jobs
    .filter((job) => job.resource === resource)
    .flatMap(({ items }) => items)
    .findLast((item) => item.after === name && isSuch(item))
