import type { ReactNode } from 'react'
import { Foreign } from './foreign.tsx'
import { FieldWarning } from '#web/ui/field.tsx'

/** *Looks like “X”, which exists.*, with the other hints about a typed name. */
export function AlikeHint({ twin, also }: { twin: string; also?: ReactNode }) {
  return (
    <>
      <FieldWarning>
        Looks like “<Foreign text={twin} />
        ”, which exists.
      </FieldWarning>
      {also}
    </>
  )
}
