import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Token } from '#contract/token.ts'
import { ActivityButton } from '#web/writes/activity-button.tsx'
import { useConsole } from '#web/app/console.tsx'
import { ListFailure, useArrived } from '#web/list/lists.ts'
import { isOffline, useOnline } from '#web/app/online.ts'
import { ReadLine } from '#web/list/read-line.tsx'
import { useWaitingForm } from '#web/writes/use-open-form.ts'
import { laterPart } from '#web/ui/later.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { counted } from '#web/ui/time.ts'
import { useTokens, useUsersForUnit } from './token-hooks.ts'
import { TokensList } from './tokens-list.tsx'
import { words } from './words.ts'

const UnreadableRows = laterPart(async () => (await import('#web/list/unreadable-rows.tsx')).UnreadableRows)
const NoTokens = laterPart(async () => (await import('./no-tokens.tsx')).NoTokens)
const ListProblem = laterPart(async () => (await import('#web/list/list-problem.tsx')).ListProblem)

/** The tokens that are not related to a user. */
export function TokensPage() {
  const console = useConsole()
  const online = useOnline()
  const list = useTokens()
  const [creating, setCreating] = useState(false)
  useWaitingForm('tokens', true, (row) => {
    if (row === undefined) setCreating(true)
    return true
  })
  const arrived = useArrived<Token>('tokens')
  const failure = list.error instanceof ListFailure ? list.error : undefined
  const problem = failure?.problem
  // What arrived stands until the whole list is drawn, which takes its time without holding the page up.
  const rows = (problem === undefined ? arrived : undefined) ?? list.data
  // An empty list shows no unit; the users' rows may.
  useUsersForUnit(rows?.count === 0)

  const create = () => {
    if (!isOffline(console)) setCreating(true)
  }
  const read = () => void list.refetch()
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Tokens</h1>
          <ReadLine
            count={rows && counted(rows.count, 'token')}
            readAt={rows?.isWhole === true ? rows.readAt : undefined}
            reading={list.isFetching}
            onRead={read}
          />
        </div>
        <ActivityButton />
        {rows?.isWhole === true && (
          <button type="button" className="btn primary" onClick={create}>
            <Plus className="icon" aria-hidden="true" />
            {words.newToken}
          </button>
        )}
      </div>
      {failure !== undefined && (
        <ListProblem
          failure={failure}
          expected="a list of tokens as JSON"
          request="GET /_/token"
          hasRows={rows !== undefined}
          onRetry={read}
        />
      )}
      {rows === undefined && problem === undefined && <Skeleton rows={8} />}
      {rows !== undefined && rows.unreadable.length > 0 && <UnreadableRows part="tokens" rows={rows.unreadable} />}
      {rows !== undefined &&
        rows.isWhole &&
        rows.count === 0 &&
        rows.unreadable.length === 0 &&
        problem === undefined &&
        !creating && <NoTokens onCreate={create} />}
      {rows !== undefined && (
        <TokensList
          list={rows}
          readOnly={!online || problem !== undefined}
          creating={creating}
          onCreating={setCreating}
          onRead={read}
        />
      )}
    </>
  )
}
