import type { MutationFilters } from '@tanstack/react-query'
import type { Dated } from '#contract/list/row-store.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { isBlocked, offlineVerdict } from '#web/resource/online.ts'
import { noAnswerYet, patience } from '#web/ui/busy.tsx'
import { visible } from '#web/ui/names/foreign.tsx'
import { currentOf, isNewValue } from './outcomes/outcomes.ts'
import { showVerdict } from './show-verdict.ts'
import type { Desk } from './shown-resource.ts'
import { mutationOptions, pendingOf, unlessEnded, variablesOf, writesOf, type Answer, type Write } from './write.ts'

/**
 * The only way to write to a row: a mutation, which sends the write and shows the verdict: in the list, in a note under
 * the row, and as an announcement. If a creation left no row, the form shows the verdict.
 */
export async function send<Row extends Dated, Change extends object>(
  desk: Desk<Row, Change>,
  write: Write<Row, Change>,
): Answer<Row> {
  const { session, client, shown } = desk
  if (write.run === undefined ? isBlocked(session) : !navigator.onLine) return offlineVerdict
  const former = currentOf(session.outcomes.get(), shown).get(write.name)
  // A note about a new value stays while the next save runs.
  if (write.act === 'save' && write.looks !== true && former !== undefined && !isNewValue(former))
    session.outcomes.dismiss(former)
  const mutation = client.getMutationCache().build(client, {
    ...mutationOptions,
    mutationKey: writesOf(shown.name),
    async mutationFn(variables: Write<Row, Change>): Answer<Row> {
      const says = `${visible(variables.name)}: ${noAnswerYet}`
      const slow = setTimeout(() => variables.run ?? session.announcer.say(says), patience)
      try {
        const verdict = await unlessEnded(variables.send(await session.saving()))
        if (verdict !== undefined) showVerdict(desk, variables, verdict)
        return verdict
      } finally {
        clearTimeout(slow)
      }
    },
  })
  return mutation.execute(write)
}

/**
 * Checks, before anything is asked, whether an act would end without sending anything; then shows its verdict. `free`:
 * the act can go ahead.
 */
export async function precheck<Row extends Dated, Change extends object>(
  desk: Desk<Row, Change>,
  write: Write<Row, Change>,
): Promise<Verdict<Row> | 'free' | undefined> {
  // While a write is pending there is nothing to check: a second press warns at once, and is sent after it.
  const isSame: MutationFilters['predicate'] = ({ state }) => variablesOf<Change>(state).name === write.name
  if (desk.client.isMutating({ ...pendingOf(desk.shown.name), predicate: isSame }) > 0) return 'free'
  let isFree = false
  const ends = await send(desk, {
    ...write,
    looks: true,
    async send(saving) {
      const verdict = await write.send(saving)
      isFree = verdict === undefined
      return verdict
    },
  })
  return isFree ? 'free' : ends
}
