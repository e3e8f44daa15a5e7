import { problemIn } from '#contract/problem.ts'
import { valueState, type ValueState } from '#contract/facts.ts'
import type { Token, TokenChange } from '#contract/token.ts'
import type { Session } from '#web/ui/session.ts'
import { currentOf, isNewRow, outcomesOf } from '#web/writes/outcomes/outcomes.ts'
import type { TokenNote } from './new-value.ts'
import { noAnswerYet, patience } from '#web/list/busy.tsx'
import { problemWords, saysTryAgain } from '#web/writes/problem-words.ts'
import type { Message } from '#web/ui/toasts.ts'
import { expiryOf, type ViewContext } from '#web/tokens/token-status.ts'
import { clearClipboard, clipboardWords, copySecret, overtake, release } from '#web/ui/clipboard.ts'
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

/**
 * Copies a value without showing it, and says whether that worked. Call it inside the click. The end of the session
 * cancels it silently.
 */
export async function copyValue(session: Session, copying: Copying): Promise<void> {
  const { service, over, toasts } = session
  const { name, token, context, show } = copying
  const failed = (says: Message) => toasts.show(says, { mark: 'failed' })
  const clear = async () => {
    overtake()
    toasts.show(await clearClipboard())
  }
  const noted = noteOf(session, name)
  const own = new AbortController()
  const { signal } = own
  const leave = () => own.abort(over.reason)
  over.addEventListener('abort', leave)
  overtake(own)
  const slow = setTimeout(
    () => toasts.show({ before: 'Copying the value of “', name, after: `”: ${noAnswerYet}` }, { mark: 'caution' }),
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
    const state = token && valueState(token, { ...context, now })
    valueCopied(session, name, noted, state)
    const expiry = token && expiryOf(token, context.unit)
    const left = typeof expiry === 'number' ? expiry - now - (context.ahead ?? 0) : undefined
    const [says, mark] = copiedWords(state, name, left, context)
    toasts.show(says, { ...(mark && { mark }), act: { label: clipboardWords.clear, run: () => void clear() } })
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
    release(own)
  }
}

/** What is noted about a token now. */
const noteOf = ({ outcomes }: Session, name: string) =>
  currentOf<Token, TokenChange>(outcomes.get(), { name: 'tokens' }).get(name)

/** Records that a value was copied. `noted`: what was noted about its token when it was read. */
export function valueCopied(
  session: Session,
  name: string,
  noted: ReturnType<typeof noteOf>,
  state: ValueState | undefined,
): void {
  const { outcomes } = session
  // A note that came since is about another value, and one about more than the value still has that to say.
  if (noted !== undefined && noteOf(session, name) === noted) {
    if (isOnlyAboutValue(noted) && state !== 'needs-repair') outcomes.dismiss(noted)
    else outcomes.change(noted.id, { uncopied: false })
  }
  for (const made of outcomesOf(outcomes.get(), { name: 'tokens' }))
    if (made.after === name && isNewRow(made)) outcomes.change(made.id, { uncopied: false })
  outcomes.addReading({ resource: 'tokens', name, act: 'copy value', says: 'Value copied.' })
}

/** Whether a note has nothing more to say once its value is copied. */
function isOnlyAboutValue({ verdict, since }: TokenNote): boolean {
  if (verdict.is !== 'as-asked' || since !== undefined) return false
  // The service issued the same value again: it is still to be replaced.
  return !(verdict.also?.did === 'replaced' && verdict.valueOutcome === 'kept')
}
