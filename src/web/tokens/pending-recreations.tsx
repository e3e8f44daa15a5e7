import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import type { Token, TokenChange } from '#contract/token.ts'
import { tokenWriting } from '#contract/saving/token-saving.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useSession } from '#web/ui/session.ts'
import { PageBanner } from '#web/ui/page-banner.tsx'
import { hashOf, routeOf } from '#web/list/route.ts'
import { focusName } from '#web/list/rows-table.tsx'
import { visible } from '#web/ui/names/foreign.tsx'
import { useStore } from '#web/ui/store.ts'
import { counted } from '#web/ui/time.ts'
import { MissingToken } from './missing-token.tsx'
import { isOtherRow, type StoredRecreation } from './pending-recreations-store.ts'
import { useTokens } from './token-hooks.ts'

/**
 * On every page, what is to be said of tokens that were deleted and not created again: how many stand in the list, or
 * each of them if there is no list. A record ends once a list shows its token again.
 */
export function PendingRecreations() {
  const { pending, outcomes, announcer } = useSession()
  const records = useStore(pending)
  const { data } = useTokens()
  // In an incomplete list, a missing token may still arrive.
  const list = data?.isWhole === true ? data : undefined

  useEffect(() => {
    if (list === undefined) return
    for (const { name, since, ...draft } of records) {
      const index = list.find(name)
      if (index < 0 || list.beganAt < since || !isRecreated(draft, list.at(index))) continue
      const verdict: Verdict<Token> = {
        is: 'as-asked',
        row: list.at(index),
        at: list.readAt,
        unseen: [],
        valueOutcome: 'new',
        also: { did: 'replaced' },
      }
      pending.drop(name)
      const told = { resource: 'tokens', name, after: name, told: 'note', at: list.readAt } as const
      outcomes.add<Token, TokenChange>({ ...told, act: 'create', verdict, change: {}, made: {} })
      announcer.say(`${visible(name)}: created again.`)
    }
  }, [records, list, pending, outcomes, announcer])

  const icon = <TriangleAlert className="icon" aria-hidden="true" />
  if (data === undefined)
    return records.map((record) => <MissingToken key={record.name} record={record} list={undefined} />)
  const isOne = records.length === 1
  const show = () => {
    if (routeOf(window.location.hash).page !== 'tokens') window.location.hash = hashOf('tokens')
    const [first] = records
    if (first !== undefined) focusName(null, first.name, 'missing')
  }
  return (
    <PageBanner
      about="recreation"
      tone="red"
      icon={icon}
      actions={
        <button type="button" className="btn small" onClick={show}>
          {isOne ? 'Show it' : 'Show them'}
        </button>
      }
    >
      {`${counted(records.length, 'token was', 'tokens were')} to be deleted and created again. That is not finished.`}
    </PageBanner>
  )
}

/** Whether a row is the missing one: created after the deletion, with the same fields. */
function isRecreated(record: Omit<StoredRecreation, 'name' | 'since'>, row: Token): boolean {
  const { differs } = tokenWriting(() => 'milliseconds')
  // A service may store an expiry differently from what was sent.
  const isAlike = differs({ ...record, name: row.name }, row).every((field) => field === 'expiration_date')
  return isAlike && isOtherRow(record, row)
}
