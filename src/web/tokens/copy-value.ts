import { problemOf } from '#contract/problem.ts'
import type { ValueWorth } from '#contract/value-worth.ts'
import type { Console } from '#web/service/console.tsx'
import { problemWords } from '#web/service/problem-words.ts'
import { clearClipboard, clipboardWords } from '#web/ui/clipboard.ts'
import { actWords } from './act-words.ts'
import { copySecret } from './copy-secret.ts'
import type { Handed } from './secret.ts'
import { copiedWords } from './value-words.ts'

interface Copying {
  name: string
  /** What the value is good for, as far as the list tells. */
  worth: ValueWorth | undefined
  /** Opens the value under its row, where the browser refused to copy it. */
  open: (handed: Handed) => void
}

/**
 * Copies a value without showing it, and says what came of it. Begun inside the click. Signing out ends it: nothing is
 * copied or said then.
 */
export async function copyValue(
  { service, ended, notes, toasts, announcer, activity }: Console,
  { name, worth, open }: Copying,
): Promise<void> {
  const failed = (says: string) => {
    toasts.show(says, { failed: true })
    announcer.alert(says)
  }
  const said = (says: string, act?: { label: string; run: () => void }) => {
    toasts.show(says, act && { act })
    announcer.say(says)
  }
  const clear = async () => said(await clearClipboard())
  try {
    const copied = await copySecret(() => service.tokens.value(name, { signal: ended }), ended)
    if (copied.is === 'no-value') return failed(actWords.noValue)
    if (copied.is === 'refused') {
      open(copied.handed)
      return failed(actWords.notCopied)
    }
    notes.tokens.dismiss(name)
    said(copiedWords(worth, name), { label: clipboardWords.clear, run: () => void clear() })
    activity.add({ kind: 'Token', name, asked: 'copy value', outcome: 'copied' })
  } catch (error) {
    if (ended.aborted) return
    const problem = problemOf(error)
    if (problem === undefined) throw error
    failed(`Not copied. ${problemWords(problem)}`)
  }
}
