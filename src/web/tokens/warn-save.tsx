import { useState } from 'react'
import { useConsole } from '#web/service/console.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { OtherFields } from '#web/ui/other-fields.tsx'
import { Foreign } from '#web/ui/foreign.tsx'
import { useStore } from '#web/ui/store.ts'
import type { Warning } from './use-token-work.ts'
import { YourToken } from './your-token.tsx'

/** Before a save that may issue a new value: what that means for the programs that use the old one. */
export function WarnSave({ warning: { kind, token, endsNever, clears, answer } }: { warning: Warning }) {
  const { knowledge } = useConsole()
  const { valueOnUpdate, alwaysRepair } = useStore(knowledge)
  const [quiet, setQuiet] = useState(false)
  const [typed, setTyped] = useState(token.yours !== true)
  const [always, setAlways] = useState(alwaysRepair)
  const name = <Foreign text={token.name} />
  const changes = valueOnUpdate === 'new' || valueOnUpdate === 'new-refused'
  const go = () => {
    if (quiet) knowledge.dontWarn(kind)
    if (always !== alwaysRepair) knowledge.setAlwaysRepair(always)
    answer(true)
  }
  return (
    <Confirm
      title={kind === 'off' ? <>Switch “{name}” off?</> : <>Save “{name}”?</>}
      action={kind === 'off' ? 'Switch off' : 'Save'}
      disabled={!typed}
      onConfirm={go}
      onCancel={() => answer(false)}
    >
      {kind === 'off' ? (
        <p>
          {changes ? (
            <>Programs using “{name}” stop working. When you switch it on again, hand out its new value.</>
          ) : (
            <>Switching it on again may make the same value work, a leaked one too. To end a leak, replace the value.</>
          )}
        </p>
      ) : (
        <p>
          {changes ? (
            <>Saving replaces the value of “{name}”. Programs using it stop working until they get the new one.</>
          ) : (
            <>
              Saving may replace the value of “{name}”: what this service does is not known yet. If it does, programs
              using it stop working until they get the new one.
            </>
          )}
        </p>
      )}
      {endsNever && !always && (
        <p>“{name}” has no date of its own. This save may end that and leave it past its date.</p>
      )}
      <OtherFields fields={clears} />
      {token.yours && <YourToken name={token.name} onTyped={setTyped} />}
      <div className="checks">
        {valueOnUpdate === 'new-refused' && (
          <label>
            <input type="checkbox" checked={always} onChange={(event) => setAlways(event.target.checked)} />
            Always repair on this service: the new value then works
          </label>
        )}
        <label>
          <input type="checkbox" checked={quiet} onChange={(event) => setQuiet(event.target.checked)} />
          Don’t warn again in this session
        </label>
      </div>
    </Confirm>
  )
}
