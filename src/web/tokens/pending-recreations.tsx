import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { tokenWriting } from '#contract/saving/token-saving.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useConsole } from '#web/app/console.tsx'
import { isOtherRow, momentMark, type StoredRecreation } from './pending-recreations-store.ts'
import { PageBanner } from '#web/app/page-banner.tsx'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { useStore } from '#web/ui/store.ts'
import { clockOf } from '#web/ui/time.ts'
import { useRecreateToken, useTokens } from './token-hooks.ts'

/** Banners above every page about tokens that were deleted but not created again, until they exist or are dismissed. */
export function PendingRecreations() {
  const { pending, notes, announcer, toasts } = useConsole()
  const records = useStore(pending)
  const recreate = useRecreateToken()
  const { data, refetch } = useTokens()
  // In an incomplete list, a missing token may still arrive.
  const list = data?.isWhole === true ? data : undefined

  useEffect(() => {
    if (list === undefined) return
    for (const { name, since, ...one } of records) {
      const found = list.find(name)
      if (found < 0 || list.beganAt < since || !isRecreated(one, list.at(found))) continue
      const verdict: Verdict<Token> = {
        is: 'as-asked',
        row: list.at(found),
        at: list.readAt,
        unseen: [],
        valueOutcome: 'new',
        also: { did: 'replaced' },
      }
      pending.drop(name)
      notes.tokens.put(name, { act: 'create', verdict, change: {}, at: list.readAt })
      announcer.say(`${visible(name)}: created again.`)
    }
  }, [records, list, pending, notes, announcer])

  const createAgain = async (one: StoredRecreation) => {
    const verdict = await recreate(one)
    if (verdict?.is !== 'exists') return
    toasts.show(
      { before: 'A token named “', name: one.name, after: '” already exists. Nothing was sent.' },
      { mark: 'failed' },
    )
    await refetch()
  }
  return records.map((one) => {
    const state = stateOf(one, list)
    return (
      <PageBanner
        key={one.name}
        about="recreation"
        tone="red"
        icon={<TriangleAlert className="icon" aria-hidden="true" />}
        actions={
          <>
            {(state === 'missing' || state === 'unread') && (
              <button
                type="button"
                className="btn small"
                aria-label={`Create again: ${visible(one.name)}`}
                onClick={() => void createAgain(one)}
              >
                Create again
              </button>
            )}
            {state === 'unread' && (
              <button
                type="button"
                className="btn small"
                aria-label={`Refresh: ${visible(one.name)}`}
                onClick={() => void refetch()}
              >
                Refresh
              </button>
            )}
            <button
              type="button"
              className="btn ghost small"
              aria-label={`Dismiss: ${visible(one.name)}${state === 'unclear' ? '' : ' was not created again'}`}
              onClick={() => pending.drop(one.name)}
            >
              Dismiss
            </button>
          </>
        }
      >
        “<Foreign text={one.name} />” {sentences[state]}{' '}
        {list !== undefined && state !== 'unread' && `(as of ${clockOf(list.readAt)})`}
      </PageBanner>
    )
  })
}

const sentences = {
  unread: 'was being deleted and created again. It is not known yet whether it exists.',
  missing: 'was deleted but not created again. This browser keeps its date and flags.',
  unchanged: 'was to be deleted and created again. It still exists unchanged.',
  still: 'was to be deleted and created again. It still exists.',
  unclear:
    'was to be deleted and created again. A token with this name exists. It is not known whether it is the same one.',
  other: 'was deleted but not created again. Another token has this name now.',
} as const

/** What the list shows about the token. A list that was read before the deletion shows nothing. */
function stateOf(
  { name, since, was, updated }: StoredRecreation,
  list: RowStore<Token> | undefined,
): keyof typeof sentences {
  if (list === undefined || list.beganAt < since) return 'unread'
  const found = list.find(name)
  if (found < 0) return list.unreadable.length > 0 ? 'unread' : 'missing' // it may be an unreadable row
  const row = list.at(found)
  if (isOtherRow({ was }, row)) return 'other'
  if (updated !== undefined && updated === momentMark(row.updated_at)) return 'unchanged'
  return was !== undefined && was === momentMark(row.created_at) ? 'still' : 'unclear'
}

/** Whether a row is the missing one: created after the deletion, with the same fields. */
function isRecreated(record: Omit<StoredRecreation, 'name' | 'since'>, row: Token): boolean {
  const { differs } = tokenWriting(() => 'milliseconds')
  // A service may store an expiry differently from what was sent.
  const isAlike = differs({ ...record, name: row.name }, row).every((field) => field === 'expiration_date')
  return isAlike && isOtherRow(record, row)
}
