import type { ReactNode } from 'react'
import { AlikeHint } from '#web/ui/names/alike-hint.tsx'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { oddityOf } from '#web/ui/names/odd-names.ts'
import { Warned } from '#web/ui/field.tsx'
import { actWords } from './act-words.ts'

/** *A token named “X” already exists.* and the way to that one. */
export function Taken({ name, onEdit }: { name: string; onEdit: (name: string) => void }) {
  return (
    <>
      A token named “<Foreign text={name} />” already exists. Choose another name, or edit that one.{' '}
      <button type="button" className="link" onClick={() => onEdit(name)}>
        Edit
      </button>
    </>
  )
}

/** What is easily overlooked in a name that is typed: that it looks like another, which is `twin`, and what it hides. */
export function nameHint(name: string, twin: string | undefined): ReactNode {
  const odd = oddityOf(name)
  const also = odd === undefined ? blankHint(name) : <Warned>{odd}</Warned>
  return twin === undefined ? also : <AlikeHint twin={twin} also={also} />
}

/** A blank at an end of a name is allowed and easily overlooked. */
function blankHint(name: string): string | undefined {
  if (/\s$/.test(name)) return actWords.nameBlankEnds
  return /^\s/.test(name) ? actWords.nameBlankStarts : undefined
}
