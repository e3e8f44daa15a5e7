import type { Dated } from '#contract/list/row-store.ts'
import { isBlocked, offlineVerdict } from '#web/list/online.ts'
import { noAnswerYet, patience } from '#web/list/busy.tsx'
import { visible } from '#web/ui/names/foreign.tsx'
import { currentOf, isNewValue } from './outcomes/outcomes.ts'
import { showVerdict } from './show-verdict.ts'
import type { Desk } from './shown-resource.ts'
import { mutationOptions, unlessEnded, writesOf, type Answer, type Write } from './write.ts'

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
  if (write.act === 'save' && former !== undefined && !isNewValue(former)) session.outcomes.dismiss(former)
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
