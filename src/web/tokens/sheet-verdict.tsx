import { CircleHelp, CircleX, TriangleAlert } from 'lucide-react'
import type { Token } from '#contract/token.ts'
import type { Verdict } from '#contract/verdict.ts'
import { problemWords } from '#web/service/problem-words.ts'
import { visible } from '#web/ui/foreign.tsx'
import { fieldWord } from './words.ts'

interface Props {
  name: string
  verdict: Verdict<Token>
  onOverwrite: () => void
}

/** Why the sheet is still open after a save. What was typed is still there. */
export function SheetVerdict({ name, verdict, onOverwrite }: Props) {
  switch (verdict.is) {
    case 'conflict':
      return (
        <div className="verdict amber" role="group" aria-label="Changed meanwhile">
          <TriangleAlert className="icon" aria-hidden="true" />
          <p>
            “{visible(name)}” changed while you were editing it (
            {verdict.fields.map((field) => (field === 'updated_at' ? 'its last update' : fieldWord(field))).join(', ')}).
            Nothing was sent.
          </p>
          <button type="button" className="btn small" onClick={onOverwrite}>
            Save only my change
          </button>
        </div>
      )
    case 'gone':
      return <Red>Deleted meanwhile. Nothing was sent.</Red>
    case 'exists':
      return <Red>A token named “{visible(name)}” already exists. Choose another name, or edit that one.</Red>
    case 'not-applied':
      return (
        <div className="verdict amber">
          <TriangleAlert className="icon" aria-hidden="true" />
          <p>The service answered OK, but no token of this name is there. Nothing was stored. Choose another name or try again.</p>
        </div>
      )
    case 'not-verified':
      return (
        <div className="verdict violet">
          <CircleHelp className="icon" aria-hidden="true" />
          <p>Cannot be verified: the service accepted it, and the list could not be read after it. Read the list again.</p>
        </div>
      )
    case 'unknown':
      return (
        <div className="verdict violet">
          <CircleHelp className="icon" aria-hidden="true" />
          <p>No answer; it may or may not have been saved. Read the list again before sending it once more.</p>
        </div>
      )
    case 'refused':
      return <Red>Not saved: {problemWords(verdict.problem)}</Red>
    case 'unanswered':
      return <Red>{verdict.fields.map(fieldWord).join(' and ')} cannot be read and must be chosen first. Nothing was sent.</Red>
    case 'as-asked':
    case 'differently':
    case 'already':
    case 'deleted':
      return null
  }
}

function Red({ children }: { children: React.ReactNode }) {
  return (
    <div className="verdict red">
      <CircleX className="icon" aria-hidden="true" />
      <p>{children}</p>
    </div>
  )
}
