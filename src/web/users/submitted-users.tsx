import { CircleHelp, Pencil, X } from 'lucide-react'
import { Busy } from '#web/ui/busy.tsx'
import { useSession } from '#web/session/session.ts'
import { useMutationState } from '@tanstack/react-query'
import type { Verdict } from '#contract/saving/verdict.ts'
import { unlistedWrites, type UnlistedWrite } from './unlisted-acts.ts'
import { problemWords } from '#web/resource/problem-words.ts'
import { outcomeSentence } from '#web/writes/verdict-words.ts'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { useStore } from '#web/ui/store.ts'
import { bothMoments, clockOf } from '#web/ui/time.ts'
import { words } from './words.ts'
import './submitted-users.css'

const columns = [
  ['Email', undefined],
  ['Request', 's-request'],
  ['Sent', 's-flags'],
  ['Outcome', 's-result'],
  ['When', 'c-upd s-time'],
] as const

/** The requests since signing in, with what is known about them. Without a list none is ever confirmed. */
export function SubmittedUsers({ onPick }: { onPick: (email: string) => void }) {
  const all = useRequests()
  return (
    <section aria-labelledby="submitted-title">
      <div className="submitted-head">
        <h2 id="submitted-title">Accounts in this session</h2>
        <span className="muted">{all.length}</span>
      </div>
      <div className="panel table-panel">
        <table role="table" className="grid submitted" aria-labelledby="submitted-title">
          <thead role="rowgroup">
            <tr role="row">
              {columns.map(([label, className]) => (
                <th key={label} role="columnheader" scope="col" className={className}>
                  {label}
                </th>
              ))}
              <th role="columnheader" scope="col" className="c-act">
                <span className="sr">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {all.length === 0 && (
              <tr role="row">
                <td role="cell" colSpan={6} className="muted">
                  No accounts yet.
                </td>
              </tr>
            )}
            {all.map((entry) => (
              <tr role="row" key={entry.id}>
                <td role="cell">
                  <span className="name person">
                    <Foreign text={entry.email} />
                  </span>
                </td>
                <td role="cell">{entry.request}</td>
                <td role="cell" className="soft">
                  {entry.sent}
                </td>
                <td role="cell">
                  <Outcome request={entry} />
                </td>
                <td role="cell" className="c-upd" title={bothMoments(entry.at)}>
                  {clockOf(entry.at)}
                </td>
                <td role="cell" className="c-act">
                  <span className="acts">
                    <button
                      type="button"
                      className="ib"
                      aria-label={`Act on ${visible(entry.email)} again`}
                      title="Act on this account"
                      onClick={() => onPick(entry.email)}
                    >
                      <Pencil className="icon" aria-hidden="true" />
                    </button>
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {all.some(({ verdict }) => verdict !== undefined && !['refused', 'unknown'].includes(verdict.is)) && (
        <p className="hint submitted-note">
          <CircleHelp className="icon s14" aria-hidden="true" />
          {words.notChecked}
        </p>
      )}
    </section>
  )
}

/** One request to a service without a list of users. */
interface Request extends Pick<UnlistedWrite, 'id' | 'act' | 'email' | 'request' | 'sent' | 'at'> {
  /** Undefined while it is pending. */
  verdict: Verdict<object> | undefined
}

/** The requests since signing in, latest first. */
function useRequests(): readonly Request[] {
  const entries = useStore(useSession().outcomes)
  const pending = useMutationState({
    filters: { mutationKey: unlistedWrites, status: 'pending' },
    select: ({ state }) => state.variables as UnlistedWrite,
  })
  const ended = entries.flatMap((entry) =>
    'unlisted' in entry ? [{ ...entry, ...entry.unlisted, email: entry.name }] : [],
  )
  const ids = new Set(ended.map(({ id }) => id))
  const open = pending.filter(({ id }) => !ids.has(id)).map((write) => ({ ...write, verdict: undefined }))
  return [...open, ...ended].sort((a, b) => b.id - a.id)
}

function Outcome({ request: { act, verdict } }: { request: Request }) {
  switch (verdict?.is) {
    case undefined:
      return <Busy word={words.saving} />
    case 'refused':
      return (
        <span className="st outcome-bad">
          <X className="icon s14" aria-hidden="true" />
          <span>{`${verdict.unsent ? 'Nothing was sent.' : 'Refused.'} ${problemWords(verdict.problem)}`}</span>
        </span>
      )
    case 'unknown':
      return (
        <span className="st">
          <CircleHelp className="icon s14" aria-hidden="true" />
          <span>{outcomeSentence('user', verdict, { act })}</span>
        </span>
      )
    default:
      return (
        <span className="st muted-st">
          <CircleHelp className="icon s14" aria-hidden="true" />
          Not confirmed
        </span>
      )
  }
}
