import { typeable } from '#contract/list/name-keys.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Token } from '#contract/token.ts'
import { canRepair, isRejected, mayKeepDate, wayToNever } from '#contract/saving/value-worth.ts'
import { useConsole } from '#web/app/console.tsx'
import { isTurnedOff, type Knowledge, type Warned } from '#web/service/knowledge.ts'
import type { SaveWarning } from '#web/writes/conflict.tsx'
import { notCheckedWords } from '#web/writes/problem-words.ts'
import { Reason } from '#web/writes/asked-row.tsx'
import { compared } from '#web/writes/shown-resource.ts'
import { Confirm, confirmWords, Tick } from '#web/ui/confirm.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { OtherFields } from '#web/ui/other-fields.tsx'
import { useStore } from '#web/ui/store.ts'
import { tokenShown } from './token-shown.ts'
import type { ViewContext } from './token-status.ts'
import { useViewContext } from './view-context.ts'
import type { SaveQuestion, Warning } from './use-token-work.ts'
import { TypedName } from '#web/ui/typed-name.tsx'
import { rejects } from './words.ts'

/** The dialog before a save that may issue a new value. */
export function WarnSave({ warning }: { warning: Warning }) {
  const { token, changed, onAnswer } = warning
  const [action, title] = verbsOf(warning)
  const { sentences, waits, rest, other, settle } = useSaveWarning(token, [warning])
  const context = useViewContext()
  const name = <Foreign text={token.name} />
  const { recreates } = wayOf(warning, context)
  return (
    <Confirm
      title={
        recreates ? (
          <>Delete “{name}” and create it again?</>
        ) : (
          <>
            {title} “{name}”?
          </>
        )
      }
      action={recreates ? 'Delete and create again' : action}
      danger={recreates}
      disabled={waits(warning)}
      onConfirm={() => {
        settle(warning)
        onAnswer(true)
      }}
      onCancel={() => onAnswer(false)}
      other={other}
    >
      {changed && <Reason noun="token" reason={{ is: 'conflict', compared: compared(tokenShown, changed, context) }} />}
      {sentences(warning).map(({ key, says }) => (
        <p key={key}>{says}</p>
      ))}
      {rest}
    </Confirm>
  )
}

/** How a save is done: whether the token is deleted and created again, and whether that removes its expiry. */
function wayOf({ removesDate, recreates, act }: SaveQuestion, context: ViewContext) {
  const way = removesDate ? wayToNever(context) : 'save'
  return { way, recreates: recreates || (way === 'recreate' && act !== 'undo') }
}

/** What must be said, typed or ticked before one of these saves of a token. Undefined: it needs none of it. */
export function useSaveWarning(
  token: Token,
  questions: readonly (SaveQuestion | undefined)[],
): SaveWarning<SaveQuestion | undefined> {
  const { knowledge } = useConsole()
  const known = useStore(knowledge)
  const { valueOnUpdate, alwaysRepair } = known
  const [quiet, setQuiet] = useState(false)
  const [typed, setTyped] = useState(token.yours !== true)
  const [always, setAlways] = useState(alwaysRepair ?? true)
  const check = useCheck()
  const context = useViewContext()
  const name = <Foreign text={token.name} />
  const speaksOfValue = (one: SaveQuestion) => !wayOf(one, context).recreates && one.act !== 'repair'
  const offersRepair = (one: SaveQuestion) =>
    valueOnUpdate === 'new-refused' && canRepair(context) && one.act === 'save' && wayOf(one, context).way === 'save'
  const warned = ({ kind, otherFields }: SaveQuestion): Warned => ({
    kind,
    valueOnUpdate,
    canRepair: canRepair(context),
    fields: context.omittedOnPut === 'kept' ? [] : otherFields,
  })
  const asked = questions.filter((one) => one !== undefined)
  const keepsDate = (one: SaveQuestion) => one.removesDate && mayKeepDate(context)
  const canCheck = (valueOnUpdate === undefined && asked.some(speaksOfValue)) || asked.some(keepsDate)
  const isOffered = asked.some(offersRepair)
  return {
    waits: () => !typed || check.isRunning,
    other: canCheck && (
      <button type="button" className="btn" aria-disabled={check.isRunning || undefined} onClick={check.run}>
        {check.isRunning ? 'Checking…' : 'Check first'}
      </button>
    ),
    sentences(question) {
      if (question === undefined) return []
      const { act, kind, endsNever, otherFields } = question
      const { way, recreates } = wayOf(question, context)
      const isRepaired = act !== 'save' || way === 'repair' || (offersRepair(question) && always)
      const isDead = isRejected(token, context)
      const staysInactive = token.active === false && question.change.active !== true
      const losesFields = otherFields.length > 0 && (recreates || context.omittedOnPut !== 'kept')
      return [
        recreates && {
          key: 'recreates',
          says: (
            <>
              A save can’t remove the expiry on this service. The token is deleted and created again, with a new value:
              programs that use the old one stop working. “{name}” doesn’t exist for a moment.
            </>
          ),
        },
        speaksOfValue(question) && {
          key: `value ${valueOnUpdate && kind} ${isRepaired} ${staysInactive}`,
          says: valueSentence({ kind, valueOnUpdate, name, isRepaired, isDead, staysInactive }),
        },
        endsNever &&
          !isRepaired && { key: 'never', says: <>“{name}” has no expiry set. This save may leave it expired.</> },
        keepsDate(question) && {
          key: 'date',
          says: 'The save is sent without a date. This service may keep the old one.',
        },
        way === 'repair' && {
          key: 'repairs',
          says: <>To remove the expiry, the console saves “{name}” again until its value should work.</>,
        },
        way === 'save' &&
          act === 'undo' &&
          wayToNever(context) === 'repair' && {
            key: 'repairs',
            says: <>If needed, the console then saves “{name}” again until its new value agrees with it.</>,
          },
        losesFields && {
          key: `fields ${recreates}`,
          says: <OtherFields fields={otherFields} isNew={recreates} />,
        },
      ].filter((one) => one !== false)
    },
    rest: (
      <>
        {check.says !== undefined ? (
          <p>{check.says}</p>
        ) : (
          canCheck && <p className="hint">“Check first” creates a token of its own, updates it, and deletes it.</p>
        )}
        {token.yours && <YourToken name={token.name} onTyped={setTyped} />}
        <div className="checks">
          {isOffered && (
            <Tick checked={always} onChange={setAlways}>
              Repair afterwards: save the token again until its new value agrees with it
            </Tick>
          )}
          {asked.some((one) => !wayOf(one, context).recreates && !isTurnedOff(warned(one), known)) && (
            <Tick checked={quiet} onChange={setQuiet}>
              {confirmWords.quiet}
            </Tick>
          )}
        </div>
      </>
    ),
    settle(question) {
      if (quiet && question !== undefined) knowledge.dontWarn(warned(question))
      if (isOffered && always !== alwaysRepair) knowledge.setAlwaysRepair(always)
    },
  }
}

/** The label of the button, and the title up to the name. */
function verbsOf({
  act,
  change: { active, write, ...others },
}: SaveQuestion): readonly [action: string, title: string] {
  if (act === 'undo') return ['Undo', 'Undo the last change to']
  if (act === 'repair') return ['Repair', 'Repair']
  if (Object.keys(others).length > 0 || (active === undefined) === (write === undefined))
    return ['Save changes', 'Save changes to']
  if (active !== undefined) return active ? ['Activate', 'Activate'] : ['Deactivate', 'Deactivate']
  return write === true ? ['Turn write on', 'Turn write on for'] : ['Turn write off', 'Turn write off for']
}

interface OfValue extends Pick<SaveQuestion, 'kind'>, Pick<Knowledge, 'valueOnUpdate'> {
  name: ReactNode
  isRepaired: boolean
  /** The service should reject the value already, so no program stops working. */
  isDead: boolean
  staysInactive: boolean
}

function valueSentence({ kind, valueOnUpdate, name, isRepaired, isDead, staysInactive }: OfValue): ReactNode {
  if (valueOnUpdate === undefined) {
    return isDead ? (
      <>This service may replace the value of “{name}”. The old one can’t be restored.</>
    ) : (
      <>
        This service may replace the value of “{name}”. Programs that use the old value would stop working, and it can’t
        be restored.
      </>
    )
  }
  if (kind === 'off') {
    if (valueOnUpdate === 'kept')
      return 'Activating it again brings the same value back, even if it leaked. To stop a leak, replace the value.'
    if (isDead) return 'When you activate it again, give programs the new value.'
    return <>Programs that use “{name}” stop working. When you activate it again, give them the new value.</>
  }
  if (valueOnUpdate === 'kept') return <>The value of “{name}” stays the same.</>
  if (staysInactive) return <>Saving replaces the value of “{name}”. Activating the token replaces it again.</>
  if (valueOnUpdate === 'new-refused' && !isRepaired) {
    return (
      <>
        Saving replaces the value of “{name}”. The service {rejects('surely')} the new one until you repair or replace
        it.
        {!isDead && ' Programs that use the token stop working until then.'}
      </>
    )
  }
  return isDead ? (
    <>Saving replaces the value of “{name}”. The old one should be rejected already.</>
  ) : (
    <>Saving replaces the value of “{name}”. Programs that use it stop working until they get the new one.</>
  )
}

/**
 * Checks on a temporary token what an update does to its value, stores the result and shows it. Closing the dialog
 * cancels it.
 */
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
      const report = await console.probe({ write: true, only: 'token-updates', signal: stop.signal })
      console.learned.put(report.learned)
      found = report.interrupted ? 'Stopped.' : checkedWords(console.knowledge.get().valueOnUpdate)
      if (report.left.length > 0) found += ` These could not be deleted: ${report.left.join(', ')}.`
    } catch (error) {
      found = notCheckedWords(error)
    }
    if (stop.signal.aborted) return
    setRunning(false)
    setSays(found)
    console.announcer.say(found)
  }
  return { isRunning, says, run: () => void run() }
}

function checkedWords(valueOnUpdate: OfValue['valueOnUpdate']): string {
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

interface YourTokenProps {
  name: string
  /** The dialog around says that nobody can undo it. */
  isFinal?: boolean
  onTyped: (right: boolean) => void
}

/** The warning before an act that may change the value with which the admin is signed in. */
export function YourToken({ name, isFinal = false, onTyped }: YourTokenProps) {
  return (
    <>
      <p>
        You signed in with the value of this token. The service may reject you from now on
        {isFinal ? '.' : ', and only another admin can undo that.'}
      </p>
      <TypedName what="name" names={[name, typeable(name)]} onTyped={onTyped} />
    </>
  )
}
