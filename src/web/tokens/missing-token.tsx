import type { RowStore } from '#contract/list/row-store.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Token } from '#contract/token.ts'
import { useSession } from '#web/ui/session.ts'
import { focusName } from '#web/list/rows-table.tsx'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { useStore } from '#web/ui/store.ts'
import { clockOf } from '#web/ui/time.ts'
import { latestOf } from '#web/writes/outcomes/outcomes.ts'
import { problemWords } from '#web/resource/problem-words.ts'
import { usePending } from '#web/writes/write.ts'
import { ToneBox } from '#web/writes/verdict-note.tsx'
import { isOtherRow, momentMark, type StoredRecreation } from './pending-recreations-store.ts'
import { tokenWrites, useRecreateToken, useTokens } from './token-hooks.ts'

interface Props {
  record: StoredRecreation
  /** Undefined: not known, or incomplete. */
  list: RowStore<Token> | undefined
}

/** Says of a token that it was deleted, and not created again, and offers to create it. */
export function MissingToken({ record, list }: Props) {
  const { pending, toasts, outcomes } = useSession()
  const why = whyMissing(latestOf(useStore(outcomes), tokenWrites).get(record.name)?.verdict)
  const recreate = useRecreateToken()
  const { refetch } = useTokens()
  const isBusy = usePending('tokens').has(record.name)
  const { name } = record
  const state = stateOf(record, list)
  const shown = visible(name)

  const createAgain = async () => {
    const verdict = await recreate(record)
    if (verdict?.is === 'as-asked' || verdict?.is === 'differently') {
      // The focus was on the button, which is gone now. An admin elsewhere keeps it.
      const { activeElement } = document
      if (activeElement === document.body || activeElement?.closest('.rows') != null) focusName(null, name)
    }
    if (verdict?.is !== 'exists') return
    toasts.show({ before: 'A token named “', name, after: '” already exists. Nothing was sent.' }, { mark: 'failed' })
    await refetch()
  }
  return (
    <div data-home-of="button">
      <ToneBox
        tone="red"
        text={
          <span>
            “<Foreign text={name} />
            ”: <span>{sentences[state]}</span> <span>{state === 'missing' && why}</span>{' '}
            <span>{list !== undefined && state !== 'unread' && `(as of ${clockOf(list.readAt)})`}</span>
          </span>
        }
      >
        {(state === 'missing' || state === 'unread') && (
          <button
            type="button"
            className="btn small"
            aria-label={`Create again: ${shown}`}
            data-missing={name}
            onClick={() => void createAgain()}
          >
            {isBusy ? 'Creating…' : 'Create again'}
          </button>
        )}
        {state === 'unread' && (
          <button type="button" className="btn small" aria-label={`Refresh: ${shown}`} onClick={() => void refetch()}>
            Refresh
          </button>
        )}
        <button
          type="button"
          className="btn ghost small"
          aria-label={`Dismiss: ${shown}${state === 'unclear' ? '' : ' was not created again'}`}
          onClick={() => pending.drop(name)}
        >
          Dismiss
        </button>
      </ToneBox>
    </div>
  )
}

/** Why a token was not created again; undefined: not known, as after a reload. */
function whyMissing(verdict: Verdict<Token> | undefined): string | undefined {
  if (verdict?.is !== 'half-replaced') return undefined
  const { because } = verdict
  return because.is === 'refused' || because.is === 'unknown' ? problemWords(because.problem) : undefined
}

const sentences = {
  unread: 'Deleted to be created again. It is not known yet whether it exists.',
  missing: 'Deleted, not created again. This browser keeps its date and flags.',
  unchanged: 'It was to be deleted and created again. It still exists unchanged.',
  still: 'It was to be deleted and created again. It still exists.',
  unclear:
    'It was to be deleted and created again. A token with this name exists. It is not known whether it is the same one.',
  other: 'Deleted, not created again. Another token has this name now.',
} as const

/** What the list shows about the token. A list that was read before the deletion shows nothing. */
function stateOf(
  { name, since, was, updated }: StoredRecreation,
  list: RowStore<Token> | undefined,
): keyof typeof sentences {
  if (list === undefined || list.beganAt < since) return 'unread'
  const index = list.find(name)
  if (index < 0) return list.unreadable.length > 0 ? 'unread' : 'missing' // it may be an unreadable row
  const row = list.at(index)
  if (isOtherRow({ was }, row)) return 'other'
  if (updated !== undefined && updated === momentMark(row.updated_at)) return 'unchanged'
  return was !== undefined && was === momentMark(row.created_at) ? 'still' : 'unclear'
}
