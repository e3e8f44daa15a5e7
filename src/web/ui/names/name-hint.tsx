import type { ReactNode } from 'react'
import { FieldWarning } from '#web/ui/field.tsx'
import { Foreign } from './foreign.tsx'
import { oddityOf } from './odd-names.ts'

/** The hint of a field for a name: that it looks like `twin`, which exists, and that it is odd by itself, or `plain`. */
export function nameHint(name: string, twin: string | undefined, plain: ReactNode): ReactNode {
  const odd = oddityOf(name)
  const also = odd === undefined ? plain : <FieldWarning>{odd}</FieldWarning>
  if (twin === undefined) return also
  return (
    <>
      <FieldWarning key="twin">
        Looks like “<Foreign text={twin} />
        ”, which exists.
      </FieldWarning>
      <span>{also}</span>
    </>
  )
}
