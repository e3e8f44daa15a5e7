import { useEffect, useRef, useState, type ReactNode } from 'react'
import { problemOf } from '#contract/problem.ts'
import { canRepair, wayToNever } from '#contract/saving/value-worth.ts'
import { checkUpdates } from '#web/service/check-updates.ts'
import { useConsole } from '#web/app/console.tsx'
import { problemWords } from '#web/writes/problem-words.ts'
import { InterruptionReason } from '#web/writes/interruption.tsx'
import { compared } from '#web/writes/shown-resource.ts'
import { Confirm, confirmWords, Tick } from '#web/ui/confirm.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { OtherFields } from '#web/ui/other-fields.tsx'
import { useStore } from '#web/ui/store.ts'
import { tokenShown } from './token-shown.ts'
import { useViewContext } from './view-context.ts'
import type { Warning } from './use-token-work.ts'
import { TypedName } from '#web/ui/typed-name.tsx'

/** The warning before a save that may issue a new value. */
export function WarnSave({ warning }: { warning: Warning }) {
  const { verb, kind, token, removesDate, endsNever, repairs, otherFields, answer } = warning
  const { knowledge } = useConsole()
  const { valueOnUpdate, alwaysRepair } = useStore(knowledge)
  const [quiet, setQuiet] = useState(false)
  const [typed, setTyped] = useState(token.yours !== true)
  const [always, setAlways] = useState(alwaysRepair ?? true)
  const check = useCheck()
  const name = <Foreign text={token.name} />
  const context = useViewContext()
  const way = removesDate ? wayToNever(context) : 'save'
  const recreates = warning.recreates || (way === 'recreate' && verb !== 'Undo')
  const speaksOfValue = !recreates && verb !== 'Repair'
  const canCheck = speaksOfValue && valueOnUpdate === undefined
  const isOffered = valueOnUpdate === 'new-refused' && canRepair(context) && !repairs && way === 'save'
  const isRepaired = repairs || way === 'repair' || (isOffered && always)
  const go = () => {
    if (quiet) knowledge.dontWarn(kind)
    if (isOffered && always !== alwaysRepair) knowledge.setAlwaysRepair(always)
    answer(true)
  }
  return (
    <Confirm
      title={recreates ? <>Delete “{name}” and create it again?</> : titleOf(verb, name)}
      action={recreates ? 'Delete and create again' : verb}
      danger={recreates}
      disabled={!typed || check.isRunning}
      onConfirm={go}
      onCancel={() => answer(false)}
      other={
        canCheck ? (
          <button type="button" className="btn" aria-disabled={check.isRunning || undefined} onClick={check.run}>
            {check.isRunning ? 'Checking…' : 'Check first'}
          </button>
        ) : undefined
      }
    >
      {warning.changed && (
        <InterruptionReason
          noun="token"
          interruption={warning.changed}
          compared={compared(tokenShown, warning.changed, context)}
        />
      )}
      {check.says !== undefined && <p>{check.says}</p>}
      {recreates ? (
        <p>
          A save can’t remove the expiry on this service. The new token has a new value: programs that use the old one
          stop working. “{name}” doesn’t exist for a moment.
        </p>
      ) : (
        speaksOfValue && <ValueSentence kind={kind} valueOnUpdate={valueOnUpdate} name={name} />
      )}
      {canCheck && <p className="hint">“Check first” creates a token of its own, updates it, and deletes it.</p>}
      {endsNever && !isRepaired && <p>“{name}” has no expiry set. This save may leave it expired.</p>}
      {way === 'repair' && <p>To remove the expiry, the console saves “{name}” again until its value should work.</p>}
      {(recreates || context.omittedOnPut !== 'kept') && <OtherFields fields={otherFields} isNew={recreates} />}
      {token.yours && <YourToken name={token.name} onTyped={setTyped} />}
      <div className="checks">
        {isOffered && (
          <Tick checked={always} onChange={setAlways}>
            Repair afterwards: save the token again until its new value agrees with it
          </Tick>
        )}
        {!recreates && (
          <Tick checked={quiet} onChange={setQuiet}>
            {confirmWords.quiet}
          </Tick>
        )}
      </div>
    </Confirm>
  )
}

function titleOf(verb: string, name: ReactNode): ReactNode {
  switch (verb) {
    case 'Turn write on':
    case 'Turn write off':
      return (
        <>
          {verb} for “{name}”?
        </>
      )
    case 'Save changes':
      return <>Save changes to “{name}”?</>
    case 'Undo':
      return <>Undo the last change to “{name}”?</>
    default:
      return (
        <>
          {verb} “{name}”?
        </>
      )
  }
}

interface Sentence extends Pick<Warning, 'kind'> {
  valueOnUpdate: 'kept' | 'new' | 'new-refused' | undefined
  name: ReactNode
}

function ValueSentence({ kind, valueOnUpdate, name }: Sentence) {
  if (valueOnUpdate === undefined) {
    return (
      <p>
        This service may replace the value of “{name}”. Programs that use the old value would stop working, and it can’t
        be restored.
      </p>
    )
  }
  if (kind === 'off') {
    return valueOnUpdate === 'kept' ? (
      <p>Activating it again brings the same value back, even if it leaked. To stop a leak, replace the value.</p>
    ) : (
      <p>Programs that use “{name}” stop working. When you activate it again, give them the new value.</p>
    )
  }
  return valueOnUpdate === 'kept' ? (
    <p>The value of “{name}” stays the same.</p>
  ) : (
    <p>Saving replaces the value of “{name}”. Programs that use it stop working until they get the new one.</p>
  )
}

/** Runs the token-update check from the dialog, and shows its result. Closing the dialog cancels it. */
function useCheck() {
  const console = useConsole()
  const running = useRef<AbortController>(undefined)
  const [isRunning, setRunning] = useState(false)
  const [says, setSays] = useState<string>()
  useEffect(() => () => running.current?.abort(), [])
  const run = async () => {
    if (isRunning) return
    const stop = new AbortController()
    running.current = stop
    setRunning(true)
    setSays(undefined)
    let found: string
    try {
      const left = await checkUpdates(console, stop.signal)
      found = checkedWords(console.knowledge.get().valueOnUpdate)
      if (left.length > 0) found += ` These could not be deleted: ${left.join(', ')}.`
    } catch (error) {
      const problem = problemOf(error)
      if (problem === undefined) throw error
      found = `Not checked. ${problemWords(problem)}`
    }
    if (stop.signal.aborted) return
    setRunning(false)
    setSays(found)
    console.announcer.say(found)
  }
  return { isRunning, says, run: () => void run() }
}

function checkedWords(valueOnUpdate: Sentence['valueOnUpdate']): string {
  switch (valueOnUpdate) {
    case 'kept':
      return 'Checked. This service keeps the value when a token is updated.'
    case 'new':
      return 'Checked. This service replaces the value with every update.'
    case 'new-refused':
      return 'Checked. This service replaces the value with every update, and rejects the new one until it is repaired.'
    case undefined:
      return 'Checked. The service doesn’t show what an update does to the value.'
  }
}

/** The warning before an act that may change the value with which the admin is signed in. */
export function YourToken({ name, onTyped }: { name: string; onTyped: (right: boolean) => void }) {
  return (
    <>
      <p>
        You signed in with the value of this token. The service may reject you from now on, and only another admin can
        undo that.
      </p>
      <TypedName label="Type the name to continue" name={name} onTyped={onTyped} />
    </>
  )
}
