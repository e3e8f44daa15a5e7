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
  /** Why it is asked again, or that nothing can be looked at. */
  stop?: Exclude<StopShown<unknown>, { is: 'recreated' }> | undefined
  /** The row as it was seen and as it is, where it changed. */
  compared?: readonly Compared[] | undefined
  /** What a deletion does. */
  consequence: string
  /** What tells the row from others. */
  facts?: readonly (readonly [label: string, is: ReactNode])[]
  /** The last step waits for something: a typed name. */
  disabled?: boolean
  children?: ReactNode
  onDelete: () => void
  onCancel: () => void
}

/** The one question before a deletion. */
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
