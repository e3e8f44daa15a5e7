import { Fragment, type ReactNode } from 'react'
import { useConsole } from '#web/app/console.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { FieldWarning } from '#web/ui/field.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { twinWords } from '#web/ui/names/odd-names.ts'
import type { ReasonToAsk } from './asked-act.ts'
import type { Noun } from './verdict-words.ts'
import { Reason } from './asked-row.tsx'

interface Props {
  noun: Noun
  name: string
  /** Another name of the list that looks like it. */
  twin: string | undefined
  reason: ReasonToAsk | undefined
  /** What a deletion does. */
  consequence: string
  /** Facts that identify the row. */
  facts?: readonly (readonly [label: string, is: ReactNode])[]
  /** The button waits, as for a typed name. */
  disabled?: boolean
  children?: ReactNode
  onDelete: () => void
  onCancel: () => void
}

const anyway = { conflict: 'Delete anyway', unchecked: 'Delete without checking' } as const

/** The dialog before a deletion. */
export function DeleteRow(props: Props) {
  const { noun, name, twin, reason, consequence, facts = [], disabled = false, children, onDelete, onCancel } = props
  const { place } = useConsole()
  return (
    <Confirm
      title={
        <>
          Delete “<Foreign text={name} unlike={twin} />
          ”?
        </>
      }
      action={reason === undefined ? `Delete ${noun}` : anyway[reason.is]}
      danger
      onConfirm={onDelete}
      onCancel={onCancel}
      disabled={disabled}
    >
      {reason && <Reason noun={noun} reason={reason} />}
      {twin !== undefined && <FieldWarning>{twinWords(name, twin, noun)}</FieldWarning>}
      <p>{consequence}</p>
      {children}
      {reason?.is !== 'conflict' && (
        <dl className="facts">
          {[...facts, ['Service', place.name] as const].map(([label, is]) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{is}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </Confirm>
  )
}
