import type { TimestampedRow } from '#api/list/row-list.ts'
import { isAccepted, outcomeRow, tokenToRecreate, type Outcome } from '#api/write/outcome.ts'
import { isDeepEqual } from '#web/ui/deep-equal.ts'
import { capitalize, listFormat } from '#web/ui/format.ts'
import {
  changedSinceFacts,
  completionOf,
  findLater,
  followUpsOf,
  outcomeFacts,
  type OutcomeFacts,
} from './outcome-facts.ts'
import {
  fieldRevertText,
  mainSentences,
  participleOf,
  sideEffectSentences,
  type MessageContext,
  type OutcomeSentence,
} from './outcome-sentences.ts'
import { toneOf, type DescribedOutcome } from './result-message.ts'
import type { RowContext } from './row-context.ts'

/**
 * The one place that words an outcome: note, form, the line of a report or of Activity, and announcement say this. What was
 * sent × what shows, or why it was blocked; what else was done; and what became of the row’s secret. `main`: replaces
 * the first of these, for a later list.
 */
export function describeOutcome<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  resource: MessageContext<Row>,
  context: RowContext,
  main?: OutcomeSentence,
): DescribedOutcome {
  const secret = resource.secretResult?.(outcome, context)
  const facts = outcomeFacts(outcome, secret)
  const sentences = outcomeSentences(outcome, resource, context, main)
  const unseenText = resource.unseenText?.(outcome, context)
  const isUnseenNew = secret === 'value-unseen' && context.wasUnseenReported !== true
  const isPlain = main === undefined && sentences.length === 1 && !isUnseenNew
  // A new row does not show *Saved*.
  const isSaved = facts.status === 'success' && isAccepted(outcome) && outcome.request.operation !== 'create'
  return {
    facts,
    message: {
      tone: toneOf(facts),
      ...(isSaved && isPlain && { isQuiet: true }),
      text: sentences.map(([, text]) => text).join(' '),
      ...(unseenText !== undefined && { unseenText }),
      ...(isUnseenNew && { isUnseenNew }),
      followUps: followUpsOf(outcome, facts, secret, context),
    },
  }
}

/** The sentences of an outcome. What the main ones tell is not told once more. */
export function outcomeSentences<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  resource: MessageContext<Row>,
  context: RowContext,
  main?: OutcomeSentence,
): readonly OutcomeSentence[] {
  const sentences = main === undefined ? mainSentences(outcome, resource, context) : [main]
  const others = [...sideEffectSentences(outcome), ...(resource.secretSentences?.(outcome, context) ?? [])]
  return [...sentences, ...others.filter(([about]) => !sentences.some(([topic]) => topic === about))]
}

/**
 * What a later list makes of an outcome. Undefined: what was said still holds. `later`: the same outcome by that list.
 */
export function describeLaterOutcome<Row extends TimestampedRow>(
  outcome: Outcome<Row, object>,
  later: Outcome<Row, object>,
  resource: MessageContext<Row>,
  context: RowContext,
): DescribedOutcome | undefined {
  const finding = findLater(outcome, later)
  switch (finding.type) {
    case 'still-true':
      return undefined
    case 'resolved': {
      const isWhole = tokenToRecreate(later) === undefined
      return describeOutcome(
        later,
        resource,
        context,
        isWhole ? ['result', `It is ${participleOf(later)}.`] : undefined,
      )
    }
    case 'unresolved':
      return describeOutcome(later, resource, context)
    case 'reappeared':
      return changedSince('In the list again. Created')
    case 'deleted':
      return changedSince(`No longer in the list. ${{ token: 'Deleted', user: 'Deleted or renamed' }[resource.noun]}`)
    case 'changed': {
      const row = outcomeRow(later) ?? {}
      const changes = finding.fields.map((field) => fieldRevertText(field, row, outcome.request.before, resource))
      return changedSince(`${capitalize(changes.length === 0 ? 'saved again' : listFormat.format(changes))}. Changed`)
    }
  }
}

/**
 * What a later write from here makes of an outcome, because it did what was left to do: it created the row again, repaired
 * its value, or corrected its flags. Undefined: it did not.
 */
export function describeCompleted<Row extends TimestampedRow>(
  { outcome, facts }: { outcome: Outcome<Row, object>; facts: OutcomeFacts },
  later: Outcome<Row, object>,
  resource: MessageContext<Row>,
  context: RowContext,
): DescribedOutcome | undefined {
  const completion = completionOf({ outcome, facts }, later)
  if (completion === undefined) return undefined
  const described = describeOutcome(completion.outcome, resource, context, completionSentences[completion.type])
  // What is undone is the earlier write.
  return { ...described, facts: { ...described.facts, canUndo: facts.canUndo === true } }
}

const completionSentences = {
  recreated: ['result', 'Created again.'],
  replaced: ['value', 'Value replaced.'],
  repaired: ['repair', 'No longer needs repair.'],
  corrected: ['result', 'Created.'],
} as const

const changedSince = (start: string): DescribedOutcome => ({
  facts: changedSinceFacts,
  message: {
    tone: toneOf(changedSinceFacts),
    text: `${start} outside this page, or by the service.`,
    followUps: [],
  },
})

/** Whether the page already says this of an outcome. */
export const isSaidAlready = (
  { facts, message }: DescribedOutcome,
  { facts: knownFacts, message: shownMessage }: Partial<DescribedOutcome>,
): boolean => message.text === shownMessage?.text && knownFacts !== undefined && isDeepEqual(facts, knownFacts)
