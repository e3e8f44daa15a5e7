import type { FollowUp, OutcomeFacts } from './outcome-facts.ts'

/** The colour and the icon of a note. */
export type Tone = 'neutral' | 'warning' | 'needs-repair' | 'new-value' | 'unknown' | 'error'

/** An outcome in words. Nothing is decided by it: ask its `OutcomeFacts`. */
export interface ResultMessage {
  tone: Tone
  /** Nothing is left to do or to know: its row shows *Saved* for a moment. */
  isQuiet?: true
  /** One or more sentences, without the name of the row. */
  text: string
  /** What no list shows of it: Activity and files say it, too, and a report once for all its rows. */
  unseenText?: string
  /** The admin has not been told that before, so its note says it. */
  isUnseenNew?: true
  followUps: readonly FollowUp[]
}

/** What came of a write, and what is said of it. */
export interface DescribedOutcome {
  facts: OutcomeFacts
  message: ResultMessage
}

/** What a note says of it. */
export const noteText = ({ text, unseenText, isUnseenNew }: ResultMessage) =>
  isUnseenNew ? `${text} ${unseenText}` : text

/** All that is said of it. */
export const completeText = ({ text, unseenText }: ResultMessage) =>
  unseenText === undefined ? text : `${text} ${unseenText}`

/** What is said of a row that is still missing after another try to create it: why, with what could be done before. */
export const describeStillMissing = (message: ResultMessage, failedTry: DescribedOutcome): ResultMessage => ({
  tone: toneOf({ status: failedTry.facts.status }),
  text: failedTry.message.text,
  followUps: message.followUps,
})

/** What is said of something that was done without a write. */
export const describeDone = (text: string): DescribedOutcome => ({
  facts: { status: 'success' },
  message: { tone: 'neutral', isQuiet: true, text, followUps: [] },
})

/** What is said of a row whose write was sent when the session ended. */
export const describeSessionEnded = (): DescribedOutcome => ({
  facts: { status: 'unknown', isOpen: true },
  message: {
    tone: 'unknown',
    text: 'Sent before the session ended. It may or may not be saved.',
    followUps: ['refresh'],
  },
})

/** The tone of what is known. */
export function toneOf({ status, concern }: Pick<OutcomeFacts, 'status' | 'concern'>): Tone {
  if (concern !== undefined) return concern === 'differs' ? 'warning' : concern
  return status === 'success' ? 'neutral' : status
}
