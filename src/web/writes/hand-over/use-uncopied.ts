import type { ResourceName } from '#contract/problem.ts'
import { useSession } from '#web/ui/session.ts'
import { useStore } from '#web/ui/store.ts'
import { isNewRow, isNewValue, latestOf, type Entry } from '#web/writes/outcomes/outcomes.ts'
import type { Secret } from './secret.ts'

/** What the rows of each resource hand out. */
const handedOut: Record<ResourceName, Secret['is']> = { tokens: 'value', users: 'password' }

/** Whose new values and passwords nobody has copied yet, among the rows of these outcomes. */
export function useUncopied(ids: ReadonlySet<number>): Record<Secret['is'], readonly string[]> {
  const { outcomes, passwords } = useSession()
  const all = useStore(outcomes)
  const entries = all.filter(({ id }) => ids.has(id))
  const latest = latestOf(all, { name: 'tokens' })
  const { kept } = useStore(passwords)
  const of = (is: Secret['is'], isUncopied: (entry: Entry) => boolean) => [
    ...new Set(entries.filter((entry) => handedOut[entry.resource] === is && isUncopied(entry)).map(nameAfter)),
  ]
  return {
    value: of('value', (entry) => isNew(entry) && latest.get(nameAfter(entry))?.verdict.is !== 'deleted'),
    password: of('password', (entry) => kept.has(nameAfter(entry))),
  }
}

const nameAfter = (entry: Entry) => ('after' in entry ? entry.after : entry.name)

/** Whether a value is new, or belongs to a new token. */
const isNew = (entry: Entry) => 'verdict' in entry && (isNewRow(entry) || (entry.told !== 'over' && isNewValue(entry)))
