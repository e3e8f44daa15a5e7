import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FindOptions, FindProgress, FindResult } from '#api/client/find-token.ts'
import { requireProblem, type Problem } from '#api/problem.ts'
import { isPartialJwt, extractPastedValue } from '#api/credentials.ts'
import type { RowList } from '#api/list/row-list.ts'
import type { Token } from '#api/token.ts'
import { useRowContext } from '#web/jobs/app-context.tsx'
import { focusRow } from '#web/list/rows-table.tsx'
import { setSearchParams } from '#web/router/use-search-params.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { TextWithNames, displayText } from '#web/ui/untrusted-text.tsx'
import { useSession } from '#web/session/session.ts'
import { formatCount, pluralize } from '#web/ui/format.ts'
import { problemMessage } from '#web/session/problem-message.ts'
import { useFindToken, useTokenAction, useTokens } from './hooks.ts'
import { leakMessage } from './status.ts'
import './find-by-value.css'

/** Finds the token of a value, with the credential already applied. */
export type FindToken = (finding: FindOptions) => Promise<FindResult>

/** How far a search is, or what came of it. */
type Search = { fault: string } | { progress: FindProgress | undefined } | { result: FindResult } | { problem: Problem }

interface Props {
  list: RowList<Token>
  /** A secret that was pasted elsewhere and belongs here. It can be taken once. */
  takePasted: (() => string) | undefined
  onClose: () => void
}

/**
 * Finds the token that a value belongs to. The value is in the field until it is looked for, then in a closure until
 * there is a result, and never in the state of a component.
 */
export function FindByValue({ list, takePasted, onClose }: Props) {
  const { announcer } = useSession()
  const world = useRowContext()
  const findToken = useFindToken()
  const act = useTokenAction()
  const { refetch } = useTokens()
  const field = useRef<HTMLInputElement>(null)
  /** The value while it is looked for, or while the admin is asked whether to read others. */
  const sought = useRef('')
  const running = useRef<AbortController>(undefined)
  const [search, setSearch] = useState<Search>()

  /** With whether a leak of the value still works, where the list has its token. */
  const says = (what: Search) => {
    const found = 'result' in what && 'name' in what.result ? list.indexOf(what.result.name) : -1
    return found < 0 ? wordsFor(what) : `${wordsFor(what)} ${leakMessage(list.at(found), world)}`
  }
  const stop = () => {
    running.current?.abort()
    sought.current = ''
    setSearch(undefined)
  }
  const look = async (pasted: string, reads = false) => {
    // What was pasted is looked for already: the field is empty since.
    if (pasted === '' && search !== undefined && !('fault' in search)) return
    if (field.current !== null) field.current.value = ''
    running.current?.abort()
    sought.current = extractPastedValue(pasted)
    if (sought.current === '') return setSearch({ fault: 'Paste the value first.' })
    if (isPartialJwt(sought.current)) {
      sought.current = ''
      return setSearch({ fault: 'This is a part of a value. Paste the whole of it.' })
    }
    const own = new AbortController()
    running.current = own
    setSearch({ progress: undefined })
    const onProgress = (progress: FindProgress) => {
      if (!own.signal.aborted) setSearch({ progress })
    }
    let outcome: { result: FindResult } | { problem: Problem }
    try {
      outcome = { result: await findToken({ value: sought.current, reads, signal: own.signal, onProgress }) }
    } catch (error) {
      if (own.signal.aborted) return
      outcome = { problem: requireProblem(error) }
    }
    if (own.signal.aborted) return
    if (!('result' in outcome && 'toRead' in outcome.result)) sought.current = ''
    setSearch(outcome)
    announcer.announce(says(outcome))
  }
  useEffect(() => {
    const pasted = takePasted?.() ?? ''
    if (pasted !== '') void look(pasted)
    return () => {
      running.current?.abort()
      sought.current = ''
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, [])

  const found = search !== undefined && 'result' in search ? search.result : undefined
  const name = found !== undefined && 'name' in found ? found.name : undefined
  const at = name === undefined ? -1 : list.indexOf(name)
  const show = () => {
    // At once, so that what opens next finds the focus on the row, and gives it back there.
    flushSync(() => {
      onClose()
      setSearchParams('tokens', new URLSearchParams({ q: name ?? '' }), false)
    })
    if (at < 0) void refetch()
    focusRow(null, name ?? '')
  }
  const replace = () => {
    show()
    act.mutate({ act: 'replace', seen: [{ row: list.at(at), readStartedAt: list.readStartedAt }] })
  }
  const next =
    search !== undefined && 'progress' in search
      ? { label: 'Stop', run: stop }
      : found !== undefined && 'toRead' in found
        ? { label: 'Read values', run: () => void look(sought.current, true) }
        : name !== undefined && { label: 'Show it', run: show }
  const fault = search !== undefined && 'fault' in search && search.fault
  return (
    <ConfirmDialog
      title="Find a token by its value"
      action="Find"
      plain={next !== undefined && next !== false}
      back="Close"
      onConfirm={() => void look(field.current?.value ?? '')}
      onCancel={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void look(field.current?.value ?? '')
        }}
      >
        <TextField
          label="Value"
          inputRef={field}
          type="password"
          autoComplete="off"
          spellCheck={false}
          error={fault}
          hint="The console server compares it and doesn’t keep it."
          onPaste={(event) => {
            event.preventDefault()
            void look(event.clipboardData.getData('text/plain'))
          }}
        />
      </form>
      {search !== undefined && fault === false && (
        <div className="find-result">
          <p>
            <TextWithNames text={says(search)} names={name === undefined ? [] : [name]} />
          </p>
          {next && (
            <div className="find-acts">
              <button type="button" className="btn primary" onClick={next.run}>
                {next.label}
              </button>
              {at >= 0 && (
                <button type="button" className="btn" onClick={replace}>
                  Replace value…
                </button>
              )}
            </div>
          )}
        </div>
      )}
    </ConfirmDialog>
  )
}

function wordsFor(search: Search): string {
  if ('problem' in search) return problemMessage(search.problem)
  if ('progress' in search) {
    const { progress } = search
    return progress === undefined
      ? 'Reading the list…'
      : `Reading values: ${formatCount(progress.read)} of ${formatCount(progress.of)}`
  }
  if (!('result' in search)) return ''
  const { result } = search
  if ('name' in result) return `“${displayText(result.name)}” has this value.`
  if ('toRead' in result)
    return `Read the values of ${pluralize(result.toRead, 'token')}? The list comes without them. They are read one by one, up to the match.`
  const { tokens, unreadable } = result
  if (tokens === 0) return 'There are no tokens. It may belong to a user or to a deleted token.'
  const compared = tokens - unreadable
  const none = compared === 1 ? 'The one token' : `None of these ${formatCount(compared)} tokens`
  const missed = unreadable === 0 ? '' : ` ${pluralize(unreadable, 'value')} could not be read.`
  return `${none} ${compared === 1 ? 'doesn’t have' : 'has'} this value.${missed} It may be an earlier value of one of them, or belong to a user or to a deleted token.`
}
