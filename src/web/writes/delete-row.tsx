import { Fragment, type ReactNode } from 'react'
import { useConsole } from '#web/app/console.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import type { Compared } from './shown-resource.ts'
import { deleteWords, type StopShown } from './stopped-act.ts'
import type { Noun } from './verdict-words.ts'
import { WhatStopped } from './what-stopped.tsx'

interface Props {
  noun: Noun
  name: string
  /** Why the dialog asks again, or that the console cannot check the row. */
  stop?: Exclude<StopShown<unknown>, { is: 'recreated' }> | undefined
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
  const { noun, name, stop, compared = [], consequence, facts = [], disabled, children, onDelete, onCancel } = props
  const { place } = useConsole()
  return (
    <Confirm
      title={
        <>
          Delete “<Foreign text={name} />
          ”?
        </>
      }
      action={deleteWords(stop, `Delete ${noun}`)}
      danger
      onConfirm={onDelete}
      onCancel={onCancel}
      disabled={disabled ?? false}
    >
      {stop && <WhatStopped noun={noun} stop={stop} compared={compared} />}
      <p>{consequence}</p>
      {children}
      {stop?.is !== 'conflict' && (
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
