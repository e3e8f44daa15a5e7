import type { ReactNode } from 'react'
import { Foreign } from './foreign.tsx'
import { Warned } from '#web/ui/field.tsx'

/** *Looks like “X”, which exists.*, beside what else is said of a name that is typed. */
export function AlikeHint({ twin, also }: { twin: string; also?: ReactNode }) {
  return (
    <>
      <Warned>
        Looks like “<Foreign text={twin} />
        ”, which exists.
      </Warned>
      {also}
    </>
  )
}
