import { Fragment, type ReactNode } from 'react'
import type { Fault } from '#contract/form.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useSession } from '#web/ui/session.ts'
import { useOnline } from '#web/resource/online.ts'
import { keysOf, type Noun } from '#web/list/resource.ts'
import { useIsSlow } from '#web/ui/busy.tsx'
import { SetFlag } from '#web/ui/set-flag.tsx'
import { useFieldErrors } from '#web/ui/live.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { FormVerdict } from './form-verdict.tsx'
import { useDiscard } from './use-discard.tsx'

/** A field of a form. */
export interface FormField {
  input: ReactNode
  /** Its label, while it must be answered before the form can be sent. */
  unanswered?: string | undefined
  /** Flags are grouped after the other fields. */
  isFlag?: true
}

interface Props<Field extends string> {
  noun: Noun
  title: ReactNode
  /** `Create token`, `Save changes`. */
  action: string
  /** Every field of the form: leaving one out is a type error. */
  fields: Readonly<Record<Field, FormField>>
  isBusy: boolean
  /** Whether closing would lose input. */
  hasChanges: () => boolean
  /** The result of the last save, while the form is still open. */
  ended: Verdict<object> | undefined
  onSubmit: () => void
  onClose: () => void
}

/** The form of a new or existing row, in a side sheet. It keeps its input when a save fails. */
export function FormSheet<Field extends string>({
  noun,
  title,
  action,
  fields,
  isBusy,
  hasChanges,
  ended,
  onSubmit,
  onClose,
}: Props<Field>) {
  const { place } = useSession()
  const online = useOnline()
  const { leave, question } = useDiscard(hasChanges)
  const inForm = useFieldErrors<HTMLFormElement>()
  const isSlow = useIsSlow(isBusy)
  const names = keysOf(fields)
  const unanswered = names.flatMap((name) => fields[name].unanswered ?? [])
  const drawn = (those: readonly Field[]) => those.map((name) => <Fragment key={name}>{fields[name].input}</Fragment>)
  return (
    <Sheet title={title} under={`On ${place.name}`} onClose={() => leave(onClose)} hasChanges={hasChanges}>
      <form
        ref={inForm}
        className="sheet-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <div className="body">
          {drawn(names.filter((name) => fields[name].isFlag !== true))}
          <div className="sets">{drawn(names.filter((name) => fields[name].isFlag === true))}</div>
          {unanswered.length > 0 && (
            <p className="hint">{`${unanswered.join(' and ')} can’t be read. Choose before you save.`}</p>
          )}
          {!online && <p className="hint">This browser is offline. What you typed stays here.</p>}
          {ended && <FormVerdict noun={noun} verdict={ended} />}
        </div>
        <div className="foot">
          <span className="end" />
          <button type="button" className="btn raised-bg" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            className="btn primary"
            aria-disabled={isBusy || !online || undefined}
            disabled={unanswered.length > 0}
          >
            {isSlow ? 'Saving… No answer yet' : isBusy ? 'Saving…' : action}
          </button>
        </div>
      </form>
      {question}
    </Sheet>
  )
}

interface Flags<Flag extends string> {
  typed: { readonly [Name in Flag]?: boolean | undefined }
  set: (flag: Flag, to: boolean) => void
  faultIn: (flag: Flag) => Fault | undefined
}

/** A flag in a form. */
export function flagField<Flag extends string>(
  { typed, set, faultIn }: Flags<Flag>,
  flag: Flag,
  words: { label: string; hint: string },
): FormField {
  const input = <SetFlag {...words} value={typed[flag]} onChange={(to) => set(flag, to)} />
  return { input, unanswered: faultIn(flag) === 'unanswered' ? words.label : undefined, isFlag: true }
}
