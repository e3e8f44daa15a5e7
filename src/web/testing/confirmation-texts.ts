import { confirmationText } from '#web/jobs/confirm-action-dialog.tsx'
import type { Confirmation } from '#web/resource/confirmation.ts'
import { tokenSentences } from '#web/tokens/confirmation-sentences.ts'
import { userSentences } from '#web/users/confirmation-sentences.ts'

const sentences = { token: tokenSentences, user: userSentences }

/** The sentences of a confirmation about rows of these names, with their ids. */
export const confirmationLines = (
  { paragraphs }: Confirmation,
  names: readonly string[],
  noun: keyof typeof sentences = 'token',
) => paragraphs.map((lines) => lines.map((line) => confirmationText(line, names, noun, sentences[noun])))

/** Its paragraphs, as they are read. */
export const confirmationParagraphs = (...of: Parameters<typeof confirmationLines>) =>
  confirmationLines(...of).map((lines) => lines.map(({ text }) => text).join(' '))
