import { problemIn } from '#contract/problem.ts'
import { problemWords, saysTryAgain } from '#web/session/problem-words.ts'
import { noAnswerYet, patience } from '#web/ui/busy.tsx'
import { clearClipboard, clipboardWords, copySecret, overtake, refusedCopy, release } from '#web/ui/clipboard.ts'
import type { Session } from '#web/session/session.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { NoSecret } from './read-once.ts'

/** One click on *Copy*. */
export interface Copying {
  what: 'value' | 'password'
  name: string
  read: (signal: AbortSignal) => Promise<string>
  /** Shows it, selected, if the browser refused to copy it; false: it has no place in the page now. */
  show: (secret: string) => boolean
  /** It was copied. Returns what to say. */
  onCopied: () => { says: string; mark?: 'caution' }
}

/**
 * Copies a secret without showing it, and says whether that worked. Call it inside the click. The end of the session
 * cancels it silently.
 */
export async function copyOne(session: Pick<Session, 'over' | 'toasts'>, copying: Copying): Promise<void> {
  const { over, toasts } = session
  const { what, name, read, show, onCopied } = copying
  const failed = (says: string) => toasts.show(says, { mark: 'failed', name })
  const it = `the ${what} of “${visible(name)}”`
  const notCopied = (why: string) => `T${it.slice(1)} was not copied${why}`
  const own = new AbortController()
  const signal = AbortSignal.any([own.signal, over])
  overtake(own)
  const slow = setTimeout(() => toasts.show(`Copying ${it}: ${noAnswerYet}`, { mark: 'caution', name }), patience)
  try {
    const copied = await copySecret(() => read(signal), signal)
    if (copied.is === 'refused') {
      // An open secret says more once it is selected, so this need not be announced.
      const announced = show(copied.value) && { announced: true as const }
      return toasts.show(refusedCopy(what, what === 'value' ? 'Reveal' : 'Show').notShown(name), {
        mark: 'failed',
        name,
        ...announced,
      })
    }
    const { says, mark } = onCopied()
    toasts.show(says, { ...(mark && { mark }), name, act: clearing(session) })
  } catch (error) {
    if (over.aborted) return
    if (own.signal.aborted) return failed(notCopied(' because you used the clipboard again.'))
    if (error instanceof NoSecret) return failed(notCopied(`. ${error.message}`))
    const problem = problemIn(error)
    const again = { label: 'Try again', run: () => void copyOne(session, copying) }
    toasts.show(notCopied(`. ${problemWords(problem)}`), {
      mark: 'failed',
      name,
      ...(saysTryAgain(problem) && { act: again }),
    })
  } finally {
    clearTimeout(slow)
    release(own)
  }
}

/** The button that clears the clipboard. */
export function clearing({ toasts }: Pick<Session, 'toasts'>) {
  const clear = async () => {
    overtake()
    toasts.show(await clearClipboard())
  }
  return { label: clipboardWords.clear, run: () => void clear() }
}
