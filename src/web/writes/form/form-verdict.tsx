import type { ReactNode } from 'react'
import { CircleHelp, CircleX, TriangleAlert } from 'lucide-react'
import type { Dated } from '#contract/list/row-store.ts'
import type { Unit } from '#contract/wire.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { clockOf } from '#web/ui/time.ts'
import { Conflict } from '#web/writes/conflict.tsx'
import { unclearWords, unverifiedWords } from '#web/writes/problem-words.ts'
import type { ShownResource } from '#web/writes/shown-resource.ts'
import { Differs } from '#web/writes/note-content.tsx'
import { fieldWords, refusedWords, type Noun } from '#web/writes/verdict-words.ts'

interface Props<Row extends Dated, Change, Context> {
  resource: ShownResource<Row, Change, Context>
  verdict: Verdict<Row>
  /** What was sent, or would have been. */
  change: Change
  context: Context & { unit: Unit }
  /** Saves despite somebody else's change. */
  onSave: (change: Change) => void
  onCancel: () => void
}

const looks = { red: CircleX, amber: TriangleAlert, violet: CircleHelp } as const

/** Why a form is still open after a save. It has kept its input. */
export function FormVerdict<Row extends Dated, Change, Context>(props: Props<Row, Change, Context>) {
  const { resource, verdict } = props
  return verdict.is === 'conflict' ? (
    <Conflict {...props} conflict={verdict} />
  ) : (
    <Sentence noun={resource.noun} verdict={verdict} />
  )
}

interface SentenceProps<Row> {
  noun: Noun
  verdict: Exclude<Verdict<Row>, { is: 'conflict' }>
}

function Sentence<Row extends object>({ noun, verdict }: SentenceProps<Row>) {
  const sentence = (tone: keyof typeof looks, says: ReactNode) => {
    const Icon = looks[tone]
    return (
      <div className={`verdict ${tone}`}>
        <Icon className="icon" aria-hidden="true" />
        <p>{says}</p>
      </div>
    )
  }
  switch (verdict.is) {
    case 'gone':
      return sentence('red', `Already deleted.${verdict.during === undefined ? ' Nothing was sent.' : ''}`)
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
          : `${unclearWords(verdict.problem)}. Not in the list yet (as of ${clockOf(verdict.at)}). It may still appear.`,
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
      return sentence('amber', <Differs {...verdict} />)
    case 'as-asked':
    case 'deleted':
    case 'half-replaced':
    // Only deletions and replacements have these verdicts.
    case 'recreated':
    case 'unchecked':
      return null
  }
}
