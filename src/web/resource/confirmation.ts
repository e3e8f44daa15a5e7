import type { Acknowledgement } from '#api/write/resource-adapter.ts'
import type { TypedConfirmation } from '#web/ui/confirm-dialog.tsx'
import { pluralize } from '#web/ui/format.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'

/** One fact that a confirmation says: the id of its sentence, and what `#` stands for in it, if not for its rows. */
export type ConfirmationLine<Id extends string = string> = Id | readonly [id: Id, subject: string]

/** What must be said and typed before an action: plain data, which one dialog draws with its sentences. */
export interface Confirmation {
  title: string
  /** The verb on the button. */
  confirmLabel: string
  danger?: true
  /** First what the action does, then what becomes of the value, then whatever else is to be known. */
  paragraphs: readonly (readonly ConfirmationLine[])[]
  /** Has to be typed before the action: each of them is right. */
  typeToConfirm?: { noun: TypedConfirmation; names: readonly string[] }
  /** A new expiry must be chosen. */
  asksForExpiry?: boolean
  /** It says that nobody knows what updates do to values: once a session is enough. */
  isSaidOnce?: boolean
  /** It says that values are repaired afterwards. */
  repairs?: boolean
  /** What confirming it acknowledges. */
  acknowledges?: readonly Acknowledgement[]
}

/** The sentence of a fact: about one row, about several if that is worded otherwise, and the action in [] of it. */
export type Sentence = readonly [ofOne: string, ofMany?: string, instead?: string]

/** By their ids. They load with the dialog. */
export type Sentences = Readonly<Record<string, Sentence>>

/** A paragraph of the lines that apply; none of them: no paragraph. */
export function paragraphIf<Id extends string>(
  ...lines: readonly (ConfirmationLine<Id> | false)[]
): readonly (readonly ConfirmationLine<Id>[])[] {
  const applicable = lines.filter((line) => line !== false)
  return applicable.length === 0 ? [] : [applicable]
}

/** The id of a line. */
export const lineId = (line: ConfirmationLine): string => (typeof line === 'string' ? line : line[0])

/** What a question is about: *“X”*, or *46 tokens*. */
export const subjectText = (names: readonly string[], noun: 'token' | 'user'): string =>
  names.length === 1 ? `“${displayText(names[0]!)}”` : pluralize(names.length, noun)

/** The title and the button of the question before a deletion. `isUnchecked`: whether they are the same rows is not known. */
export function deletionLabels(
  names: readonly string[],
  noun: 'token' | 'user',
  isUnchecked: boolean,
): Pick<Confirmation, 'title' | 'confirmLabel'> {
  const subject = subjectText(names, noun)
  return {
    title: `Delete ${subject}?`,
    confirmLabel: isUnchecked ? 'Delete without checking' : `Delete ${names.length === 1 ? noun : subject}`,
  }
}
