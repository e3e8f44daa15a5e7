import { problemIn } from '#contract/problem.ts'
import { canRepair, worthOf } from '#contract/saving/value-worth.ts'
import type { Token, TokenChange } from '#contract/token.ts'
import type { Session } from '#web/ui/session.ts'
import { currentOf } from '#web/writes/outcomes/outcomes.ts'
import type { TokenNote } from './new-value.ts'
import { noAnswerYet, patience } from '#web/list/busy.tsx'
import { problemWords, saysTryAgain } from '#web/writes/problem-words.ts'
import type { Message } from '#web/ui/toasts.ts'
import { expiryOf, type ViewContext } from '#web/tokens/token-status.ts'
import { clearClipboard, clipboardWords, copyByCommand } from '#web/ui/clipboard.ts'
import { NoValue, readValue } from './read-value.ts'
import { copiedWords, refusedWords } from './value-words.ts'

/** One click on Copy. */
export interface Copying {
  name: string
  /** Its row, as the list shows it. */
  token: Token | undefined
  context: ViewContext
  /** Opens the value under its row if the browser refused to copy it; false: that row is not in the page. */
  show: (value: string) => boolean
}

/** The copy in progress. There is one clipboard, so the last click wins. */
let underWay: AbortController | undefined

/** Cancels the copy in progress, if any. `by`: the copy that replaces it. */
function overtake(by?: AbortController): void {
  underWay?.abort(new DOMException('a later click took the clipboard', 'AbortError'))
  underWay = by
}

/**
 * Copies a value without showing it, and says whether that worked. Call it inside the click. The end of the session
 * cancels it silently.
 */
export async function copyValue(session: Session, copying: Copying): Promise<void> {
  const { service, over, outcomes, toasts } = session
  const { name, token, context, show } = copying
  const failed = (says: Message) => toasts.show(says, { mark: 'failed' })
  const clear = async () => {
    overtake()
    toasts.show(await clearClipboard())
  }
  const current = () => currentOf<Token, TokenChange>(outcomes.get(), { name: 'tokens' }).get(name)
  const noted = current()
  const own = new AbortController()
  const { signal } = own
  const leave = () => own.abort(over.reason)
  over.addEventListener('abort', leave)
  overtake(own)
  const slow = setTimeout(
    () => toasts.show({ before: 'Copying the value of “', name, after: `”: ${noAnswerYet}` }, { mark: 'proviso' }),
    patience,
  )
  try {
    const copied = await copySecret(() => readValue(service, name, signal), signal)
    if (copied.is === 'refused') {
      // An open value says more once it is selected, so this need not be announced.
      const announced = show(copied.value) && { announced: true as const }
      return toasts.show(refusedWords.notShown(name), { mark: 'failed', ...announced })
    }
    const now = Date.now()
    const worth = token && worthOf(token, { ...context, now })
    // A note that came since is about another value, and one about more than the value still has that to say.
    if (noted !== undefined && current() === noted) {
      if (isOnlyAboutValue(noted) && worth?.is !== 'needs-repair') outcomes.dismiss(noted)
      else outcomes.change(noted.id, { uncopied: false })
    }
    const expiry = token && expiryOf(token, context.unit)
    const left = typeof expiry === 'number' ? expiry - now - (context.ahead ?? 0) : undefined
    const [says, mark] = copiedWords(worth, name, left, canRepair(context))
    toasts.show(says, { ...(mark && { mark }), act: { label: clipboardWords.clear, run: () => void clear() } })
    outcomes.addReading({ resource: 'tokens', name, act: 'copy value', says: 'Value copied.' })
  } catch (error) {
    if (over.aborted) return
    if (signal.aborted)
      return failed({ before: 'The value of “', name, after: '” was not copied because you used the clipboard again.' })
    if (error instanceof NoValue) return failed({ before: '“', name, after: `” ${error.message}` })
    const problem = problemIn(error)
    const again = { label: 'Try again', run: () => void copyValue(session, copying) }
    toasts.show(
      { before: 'The value of “', name, after: `” was not copied. ${problemWords(problem)}` },
      { mark: 'failed', ...(saysTryAgain(problem) && { act: again }) },
    )
  } finally {
    clearTimeout(slow)
    over.removeEventListener('abort', leave)
    if (underWay === own) underWay = undefined
  }
}

/** Whether a note has nothing more to say once its value is copied. */
function isOnlyAboutValue({ verdict, since }: TokenNote): boolean {
  if (verdict.is !== 'as-asked' || since !== undefined) return false
  // The service issued the same value again: it is still to be replaced.
  return !(verdict.also?.did === 'replaced' && verdict.valueOutcome === 'kept')
}

/** The outcome of copying. `refused` has the value, because it has been read for this click already. */
export type Copied = { is: 'copied' } | { is: 'refused'; value: string }

/**
 * Copies the result of `read` without showing it. Call it inside the click: browsers allow the clipboard only then, so
 * the Clipboard API gets a promise of the text. On plain http there is no Clipboard API; the fallback is `execCommand`.
 * After `ended` nothing is copied.
 * @throws what `read` throws, and the reason of `ended`.
 */
export async function copySecret(read: () => Promise<string>, ended: AbortSignal): Promise<Copied> {
  const reading = read().then((text) => {
    ended.throwIfAborted()
    return text
  })
  try {
    if ('clipboard' in navigator && typeof ClipboardItem === 'function') {
      const blob = reading.then((text) => new Blob([text], { type: 'text/plain' }))
      // A browser that refuses at once never uses the blob. A failed read is reported below.
      blob.catch(() => undefined)
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
      await reading
      return { is: 'copied' }
    }
  } catch {
    // Either the read failed, which the next line reports, or the browser refused, and the fallback may work.
  }
  const text = await reading
  ended.throwIfAborted()
  return copyByCommand(text) ? { is: 'copied' } : { is: 'refused', value: text }
}
