import type { ReactNode } from 'react'
import { CircleHelp, CircleX, TriangleAlert } from 'lucide-react'
import type { Verdict } from '#contract/saving/verdict.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { clockOf } from '#web/ui/time.ts'
import { unclearWords, unverifiedWords } from './problem-words.ts'
import { Differs } from './verdict-told.tsx'
import { fieldWords, refusedWords, type Noun } from './verdict-words.ts'

interface Props<Row extends object> {
  noun: Noun
  name: string
  verdict: Verdict<Row>
  onOverwrite: () => void
}

const looks = { red: CircleX, amber: TriangleAlert, violet: CircleHelp } as const

/** Why a sheet is still open after a save. What was typed is still there. */
export function SheetVerdict<Row extends object>({ noun, name, verdict, onOverwrite }: Props<Row>) {
  const told = (tone: keyof typeof looks, says: ReactNode, button?: ReactNode) => {
    const Icon = looks[tone]
    return (
      <div className={`verdict ${tone}`}>
        <Icon className="icon" aria-hidden="true" />
        <p>{says}</p>
        {button}
      </div>
    )
  }
  switch (verdict.is) {
    case 'conflict':
      return told(
        'amber',
        `“${visible(name)}” changed while you were editing it (${fieldWords(verdict.fields)}). Nothing was sent.`,
        <button type="button" className="btn small" onClick={onOverwrite}>
          Save only my change
        </button>,
      )
    case 'gone':
      return told('red', `Already deleted.${verdict.during === undefined ? ' Nothing was sent.' : ''}`)
    case 'exists':
      return told('red', `A ${noun} named “${visible(verdict.name)}” already exists. Nothing was sent.`)
    case 'not-applied':
      return told(
        'amber',
        `The service answered OK, but no ${noun} of this name is there: nothing was stored. Choose another name or try again.`,
      )
    case 'not-verified':
      return told(
        'violet',
        `Not confirmed: the service accepted it, and ${unverifiedWords(verdict.why)} Read the list again.`,
      )
    case 'unknown':
      return told(
        'violet',
        verdict.at === undefined
          ? `${unclearWords(verdict.problem)}; it may or may not have been saved. Read the list again before sending it once more.`
          : `${unclearWords(verdict.problem)}. Not there so far (as of ${clockOf(verdict.at)}); it may still arrive.`,
      )
    case 'refused':
      return told('red', refusedWords(verdict))
    case 'unanswered':
      return told('violet', `${fieldWords(verdict.fields)} cannot be read and must be chosen first. Nothing was sent.`)
    case 'already':
      return told('violet', 'Already as you asked. Nothing was sent.')
    case 'differently':
      return told('amber', <Differs {...verdict} />)
    case 'as-asked':
    case 'deleted':
    case 'half-replaced':
    // Only deletions and replacements stop like this.
    case 'recreated':
    case 'unchecked':
      return null
  }
}
