import { useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FindOptions, FindProgress, FindResult } from '#api/client/find-token.ts'
import { requireProblem, type Problem } from '#api/problem.ts'
import type { RowList } from '#api/list/row-list.ts'
import type { Token } from '#api/token.ts'
import { useRowContext } from '#web/jobs/app-context.tsx'
import { focusRow } from '#web/list/row-keyboard.ts'
import { setSearchParams } from '#web/router/use-search-params.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { TextWithNames, displayText } from '#web/ui/untrusted-text.tsx'
import { useSession } from '#web/session/session.ts'
import { formatCount, pluralize } from '#web/ui/format.ts'
import { problemMessage } from '#web/session/problem-message.ts'
import { useFindToken, useReplaceTokenValue, useTokens } from './hooks.ts'
import { pastedValueSchema } from './schema.ts'
import { leakMessage } from './status.ts'
import './find-by-value.css'

/** Finds the token of a value, with the credential already applied. */
export type FindToken = (finding: FindOptions) => Promise<FindResult>

/** How far a search is, or what came of it. */
type SearchState =
  | { fault: string }
  | { progress: FindProgress | undefined }
  | { result: FindResult }
  | { problem: Problem }

interface FindByValueProps {
  list: RowList<Token>
  /** A secret that was pasted elsewhere and belongs here. It can be taken once. */
  takePasted: (() => string) | undefined
  onClose: () => void
}

/**
 * Finds the token that a value belongs to. The value is in the field until it is looked for, then in a closure until
 * there is a result, and never in the state of a component. What is no value stays in the field, and after a problem
 * the value is there again. The field is emptied when it goes: on closing, and when the session ends.
 */
export function FindByValue({ list, takePasted, onClose }: FindByValueProps) {
  const { announcer, sessionSignal } = useSession()
  const context = useRowContext()
  const findToken = useFindToken()
  const replaceValue = useReplaceTokenValue()
  const { refetch } = useTokens()
  const field = useRef<HTMLInputElement>(null)
  // Removed from the page, it would keep its value until it is collected.
  const attachField = useCallback((element: HTMLInputElement) => {
    field.current = element
    return () => {
      element.value = ''
      field.current = null
    }
  }, [])
  /** The value while it is looked for, or while the admin is asked whether to read others. */
  const valueRef = useRef('')
  const controllerRef = useRef<AbortController>(undefined)
  const [search, setSearch] = useState<SearchState>()

  /** With whether a leak of the value still works, where the list has its token. */
  const messageOf = (state: SearchState) => {
    const index = 'result' in state && 'name' in state.result ? list.indexOf(state.result.name) : -1
    return index < 0 ? searchMessage(state) : `${searchMessage(state)} ${leakMessage(list.at(index), context)}`
  }
  const stop = () => {
    controllerRef.current?.abort()
    valueRef.current = ''
    setSearch(undefined)
  }
  /** What is to be corrected or tried again stays, masked and selected: the next paste replaces it. */
  const fillField = (text: string) => {
    if (field.current === null) return
    field.current.value = text
    field.current.select()
  }
  const findValue = async (pasted: string, readsValues = false) => {
    // What was pasted is looked for already: the field is empty since.
    if (pasted === '' && search !== undefined && ('progress' in search || 'result' in search)) return
    controllerRef.current?.abort()
    const { data: value = '', error: fault } = pastedValueSchema.safeParse(pasted)
    valueRef.current = value
    if (fault !== undefined) {
      fillField(pasted)
      return setSearch({ fault: fault.issues[0]?.message ?? '' })
    }
    if (field.current !== null) field.current.value = ''
    const controller = new AbortController()
    controllerRef.current = controller
    setSearch({ progress: undefined })
    const onProgress = (progress: FindProgress) => {
      if (!controller.signal.aborted) setSearch({ progress })
    }
    let outcome: { result: FindResult } | { problem: Problem }
    try {
      outcome = {
        result: await findToken({ value: valueRef.current, reads: readsValues, signal: controller.signal, onProgress }),
      }
    } catch (error) {
      if (controller.signal.aborted) return
      outcome = { problem: requireProblem(error) }
    }
    if (controller.signal.aborted) return
    // *Find* tries again; but a session that ends leaves nothing to whoever signs in next.
    const isTriedAgain = 'problem' in outcome && outcome.problem.kind !== 'signed-out' && !sessionSignal.aborted
    if (isTriedAgain && field.current?.value === '') fillField(value) // not over what was typed since
    if (!('result' in outcome && 'toRead' in outcome.result)) valueRef.current = ''
    setSearch(outcome)
    announcer.announce(messageOf(outcome))
  }
  useEffect(() => {
    const pasted = takePasted?.() ?? ''
    if (pasted !== '') void findValue(pasted)
    return () => {
      controllerRef.current?.abort()
      valueRef.current = ''
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, [])

  const foundResult = search !== undefined && 'result' in search ? search.result : undefined
  const name = foundResult !== undefined && 'name' in foundResult ? foundResult.name : undefined
  const index = name === undefined ? -1 : list.indexOf(name)
  const showToken = () => {
    // At once, so that what opens next finds the focus on the row, and gives it back there.
    flushSync(() => {
      onClose()
      setSearchParams('tokens', new URLSearchParams({ q: name ?? '' }), false)
    })
    if (index < 0) void refetch()
    focusRow(null, name ?? '')
  }
  const replace = () => {
    showToken()
    replaceValue.mutate({ row: list.at(index), readStartedAt: list.readStartedAt })
  }
  const nextStep =
    search !== undefined && 'progress' in search
      ? { label: 'Stop', run: stop }
      : foundResult !== undefined && 'toRead' in foundResult
        ? { label: 'Read values', run: () => void findValue(valueRef.current, true) }
        : name !== undefined && { label: 'Show it', run: showToken }
  const fault = search !== undefined && 'fault' in search && search.fault
  return (
    <ConfirmDialog
      title="Find a token by its value"
      confirmLabel="Find"
      isSecondary={nextStep !== undefined && nextStep !== false}
      cancelLabel="Close"
      onConfirm={() => void findValue(field.current?.value ?? '')}
      onCancel={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void findValue(field.current?.value ?? '')
        }}
      >
        <TextField
          label="Value"
          inputRef={attachField}
          type="password"
          autoComplete="off"
          spellCheck={false}
          error={fault}
          hint="The console server compares it and doesn’t keep it."
          onPaste={(event) => {
            event.preventDefault()
            void findValue(event.clipboardData.getData('text/plain'))
          }}
        />
      </form>
      {search !== undefined && fault === false && (
        <div className="find-result">
          <p>
            <TextWithNames text={messageOf(search)} names={name === undefined ? [] : [name]} />
          </p>
          {nextStep && (
            <div className="find-acts">
              <button type="button" className="btn primary" onClick={nextStep.run}>
                {nextStep.label}
              </button>
              {index >= 0 && (
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

function searchMessage(search: SearchState): string {
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
  if (tokens === 0) return 'There are no tokens. The value may belong to a user or a deleted token.'
  const compared = tokens - unreadable
  const subject = compared === 1 ? 'The one token' : `None of these ${formatCount(compared)} tokens`
  const unreadableText = unreadable === 0 ? '' : ` ${pluralize(unreadable, 'value')} could not be read.`
  const earlierText = `The value you pasted may be an earlier one of ${compared === 1 ? 'this token' : 'theirs'}.`
  return `${subject} ${compared === 1 ? 'doesn’t have' : 'has'} this value.${unreadableText} ${earlierText} It may also belong to a user or a deleted token.`
}
