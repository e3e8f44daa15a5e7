import { useState, type ReactNode } from 'react'
import { useSession } from '#web/ui/session.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { clockOf } from '#web/ui/time.ts'
import { unclearWords, unverifiedWords } from '#web/writes/problem-words.ts'
import { Differs, type Tone } from '#web/writes/note-content.tsx'
import { ToneBox } from '#web/writes/verdict-note.tsx'
import { capitalized, fieldWords, goneWords, refusedWords } from '#web/writes/verdict-words.ts'
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
  if (then !== ended) return null
  const sentence = (tone: Tone, text: ReactNode) => <ToneBox tone={tone} text={text} />
  switch (verdict.is) {
    case 'gone':
      return sentence(
        'red',
        `${capitalized(goneWords(noun))}.${verdict.during === undefined ? ' Nothing was sent.' : ''}`,
      )
    case 'exists':
      return sentence('red', `A ${noun} named “${visible(verdict.name)}” already exists. Nothing was sent.`)
    case 'not-applied':
      return sentence(
        'amber',
        `The service answered OK, but stored no ${noun} with this name. Choose another name, or try again.`,
      )
    case 'not-verified':
      return sentence(
        'violet',
        `Not confirmed: the service accepted it, but ${unverifiedWords(verdict.why)} Refresh the list.`,
      )
    case 'unknown':
      return sentence(
        'violet',
        verdict.at === undefined
          ? `${unclearWords(verdict.problem)}. It may or may not be saved. Refresh the list before you try again.`
          : `${unclearWords(verdict.problem)}. The list doesn’t show it yet (as of ${clockOf(verdict.at)}). It may still appear.`,
      )
    case 'refused':
      return sentence('red', refusedWords(verdict))
    case 'unanswered':
      return sentence(
        'violet',
        `Choose ${fieldWords(verdict.fields)} first: the stored value cannot be read. Nothing was sent.`,
      )
    case 'already':
      return sentence('violet', 'No change needed. Nothing was sent.')
    case 'differently':
      return sentence('amber', <Differs verdict={verdict} />)
    case 'as-asked':
    case 'deleted':
    case 'half-replaced':
    // It has a dialog of its own.
    case 'conflict':
    // Only deletions and replacements have these verdicts.
    case 'recreated':
    case 'unchecked':
      return null
  }
}
