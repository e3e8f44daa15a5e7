import { Fragment, type ReactNode } from 'react'
import { Arrow } from '#web/ui/icons.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import type { Compared } from './conflict.tsx'
import type { StopShown } from './stopped-act.ts'
import { recreatedWords, uncheckedWords, type Noun } from './verdict-words.ts'

interface Props<Row> {
  noun: Noun
  stop: StopShown<Row>
  /** The fields as they were seen and as they are. */
  compared: readonly Pick<Compared, 'label' | 'seen' | 'now'>[]
}

/** Why the same question is asked again: what changed, or that nothing tells. */
export function WhatStopped<Row>({ noun, stop, compared }: Props<Row>): ReactNode {
  if (stop.is !== 'conflict') return <p>{uncheckedWords(noun)}</p>
  return (
    <>
      <p>It changed after this list was loaded. Nothing was sent yet.</p>
      <dl className="facts">
        {compared
          .filter(({ seen, now }) => seen !== now)
          .map(({ label, seen, now }) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>
                {seen}
                <Arrow />
                {now}
              </dd>
            </Fragment>
          ))}
      </dl>
    </>
  )
}

/** The name stands for another row now: nothing was sent, and that row can be looked at. */
export function CreatedAgain({
  name,
  at,
  did,
  onShow,
  onClose,
}: {
  name: string
  /** When it was created, in milliseconds since 1970. */
  at: number | undefined
  did: 'deleted' | 'replaced'
  onShow: () => void
  onClose: () => void
}) {
  return (
    <Confirm
      title={
        <>
          “<Foreign text={name} />” was not {did}
        </>
      }
      action="Show it"
      back="Close"
      onConfirm={onShow}
      onCancel={onClose}
    >
      <p>{recreatedWords(name, at, did)}</p>
    </Confirm>
  )
}
