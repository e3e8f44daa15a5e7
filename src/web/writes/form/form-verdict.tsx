import { useState, type ReactNode } from 'react'
import { useSession } from '#web/ui/session.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { clockOf } from '#web/ui/time.ts'
import { unclearWords, unverifiedWords } from '#web/resource/problem-words.ts'
import { Differs, type Tone } from '#web/writes/note-content.tsx'
import { ToneBox } from '#web/writes/verdict-note.tsx'
import { outcomeSentence } from '#web/writes/verdict-words.ts'
import type { Noun } from '#web/list/resource.ts'

interface Props<Row> {
  noun: Noun
  verdict: Verdict<Row>
}

/** Why a form is still open after a save. It has kept its input. */
export function FormVerdict<Row extends object>({ noun, verdict }: Props<Row>) {
  // A refusal by a session that has ended is over once the same person has signed in again.
  const { ended } = useSession()
  const [then] = useState(ended)
  const content = contentOf(noun, verdict)
  if (then !== ended || content === undefined) return null
  return <ToneBox {...content} />
}

function contentOf<Row extends object>(noun: Noun, verdict: Verdict<Row>): { tone: Tone; text: ReactNode } | undefined {
  switch (verdict.is) {
    case 'gone':
    case 'exists':
    case 'refused':
      return { tone: 'red', text: outcomeSentence(noun, verdict, {}) }
    case 'unanswered':
    case 'already':
      return { tone: 'violet', text: outcomeSentence(noun, verdict, {}) }
    case 'not-applied':
      return {
        tone: 'amber',
        text: `The service answered OK, but stored no ${noun} with this name. Choose another name, or try again.`,
      }
    case 'not-verified': {
      const text = `Not confirmed: the service accepted it, but ${unverifiedWords(verdict.why)} Refresh the list.`
      return { tone: 'violet', text }
    }
    case 'unknown': {
      const then =
        verdict.at === undefined
          ? 'It may or may not be saved. Refresh the list before you try again.'
          : `The list doesn’t show it yet (as of ${clockOf(verdict.at)}). It may still appear.`
      return { tone: 'violet', text: `${unclearWords(verdict.problem)}. ${then}` }
    }
    case 'differently':
      return { tone: 'amber', text: <Differs verdict={verdict} /> }
    case 'as-asked':
    case 'deleted':
    case 'half-replaced':
    // It has a dialog of its own.
    case 'conflict':
    // Only deletions, replacements and runs have these verdicts.
    case 'locks-out':
    case 'recreated':
    case 'unchecked':
      return undefined
  }
}
