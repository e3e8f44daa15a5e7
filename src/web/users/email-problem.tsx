import type { ReactNode } from 'react'
import { AlikeHint } from '#web/ui/names/alike-hint.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { oddityOf } from '#web/ui/names/odd-names.ts'
import { Warned } from '#web/ui/field.tsx'
import { words } from './words.ts'

/** Whether a text is written as an email address; services hold accounts that are not, so it only asks once more. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}

interface Wrong {
  missing: boolean
  /** The email that is there already. */
  taken: string | undefined
  odd: boolean
  onAnyway: () => void
}

/** What is wrong with an email, first things first, and the way round it where there is one. */
export function emailProblem({ missing, taken, odd, onAnyway }: Wrong): ReactNode {
  if (missing) return words.emailMissing
  if (taken !== undefined) {
    return (
      <>
        A user “<Foreign text={taken} />” already exists. Choose another email, or edit that one.
      </>
    )
  }
  return odd ? (
    <>
      {words.emailOdd}{' '}
      <button type="button" className="link" onClick={onAnyway}>
        {words.useAnyway}
      </button>
    </>
  ) : undefined
}

/** What is said of an email that is typed: that the user's `own` is kept without one, what it hides, that it looks like `twin`. */
export function emailHint(typed: string, own: string | undefined, twin: string | undefined): ReactNode {
  const odd = oddityOf(typed)
  const also = odd === undefined ? own !== undefined && words.emailKept : <Warned>{odd}</Warned>
  return twin === undefined || twin === own ? also : <AlikeHint twin={twin} also={also} />
}
