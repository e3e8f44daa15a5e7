import { Fragment, type ReactNode } from 'react'
import { useConsole } from '#web/app/console.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import type { Compared } from './shown-resource.ts'
import { deleteWords, type ShownInterruption } from './asked-act.ts'
import type { Noun } from './verdict-words.ts'
import { InterruptionReason } from './interruption.tsx'

interface Props {
  noun: Noun
  name: string
  /** Why the dialog asks again, or that the console cannot check the row. */
  interruption?: Exclude<ShownInterruption<unknown>, { is: 'recreated' }> | undefined
  /** The row as the admin saw it and as it is now, if it changed. */
  compared?: readonly Compared[] | undefined
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

/** The dialog before a deletion. */
export function DeleteRow(props: Props) {
  const {
    noun,
    name,
    interruption,
    compared = [],
    consequence,
    facts = [],
    disabled,
    children,
    onDelete,
    onCancel,
  } = props
  const { place } = useConsole()
  return (
    <Confirm
      title={
        <>
          Delete “<Foreign text={name} />
          ”?
        </>
      }
      action={deleteWords(interruption, `Delete ${noun}`)}
      danger
      onConfirm={onDelete}
      onCancel={onCancel}
      disabled={disabled ?? false}
    >
      {interruption && <InterruptionReason noun={noun} interruption={interruption} compared={compared} />}
      <p>{consequence}</p>
      {children}
      {interruption?.is !== 'conflict' && (
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
