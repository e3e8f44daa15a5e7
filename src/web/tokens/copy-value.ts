import { canRepair, valueState, type ValueState } from '#contract/facts.ts'
import { problemIn } from '#contract/problem.ts'
import type { Token } from '#contract/token.ts'
import type { Desk } from '#web/jobs/do-act.ts'
import { problemWords, saysTryAgain } from '#web/resource/problem-words.ts'
import type { World } from '#web/resource/world.ts'
import { noAnswerYet, patience } from '#web/ui/busy.tsx'
import { clearClipboard, clipboardWords, copySecret, overtake, refusedCopy, release } from '#web/ui/clipboard.ts'
import type { Session } from '#web/session/session.ts'
import { relative } from '#web/ui/time.ts'
import type { Message } from '#web/ui/toasts.ts'
import { NoValue, readValue } from './read-value.ts'
import { expiryOf } from './status.ts'

/** The browser did not let the page copy a value. */
export const refusedWords = refusedCopy('value', 'Reveal')

/** One click on Copy. */
export interface Copying {
  name: string
  /** Its row, as the list shows it. */
  token: Token | undefined
  world: World
  /** Opens the value under its row if the browser refused to copy it; false: that row is not in the page. */
  show: (value: string) => boolean
}

/**
 * Copies a value without showing it, and says whether that worked. Call it inside the click. The end of the session
 * cancels it silently.
 */
export async function copyValue(
  session: Pick<Session, 'service' | 'over' | 'toasts'>,
  desk: Pick<Desk, 'jobs'>,
  copying: Copying,
): Promise<void> {
  const { service, over, toasts } = session
  const { name, token, world, show } = copying
  const failed = (says: Message) => toasts.show(says, { mark: 'failed' })
  const clear = async () => {
    overtake()
    toasts.show(await clearClipboard())
  }
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
    desk.jobs.mark('tokens', name, { isCopied: true })
    desk.jobs.note('tokens', 'Copy value', name, 'Value copied.')
    const [says, mark] = copiedWords(name, token, world)
    toasts.show(says, { ...(mark && { mark }), act: { label: clipboardWords.clear, run: () => void clear() } })
  } catch (error) {
    if (over.aborted) return
    if (signal.aborted)
      return failed({ before: 'The value of “', name, after: '” was not copied because you used the clipboard again.' })
    if (error instanceof NoValue) return failed({ before: '“', name, after: `” ${error.message}` })
    const problem = problemIn(error)
    const again = { label: 'Try again', run: () => void copyValue(session, desk, copying) }
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

/** A copied value that works for less than this is worth a warning: five minutes, in milliseconds. */
const brief = 5 * 60_000

/** The toast after copying a value, and whether it warns that the value may not work. `token`: undefined: not listed. */
export function copiedWords(name: string, token: Token | undefined, world: World): [says: Message, mark?: 'proviso'] {
  const state: ValueState = token === undefined ? 'unknown' : valueState(token, { ...world, now: Date.now() })
  const copied = (after: string) => ({ before: 'Copied “', name, after: `”${after}` })
  switch (state) {
    case 'inactive':
      return world.onUpdate === 'keeps'
        ? [copied('. The token is inactive: activate it before you use the value.'), 'proviso']
        : [
            copied(
              `, but the token is inactive. Activating it ${world.onUpdate === undefined ? 'may replace' : 'replaces'} the value.`,
            ),
            'proviso',
          ]
    case 'expired':
      return [copied(', but the token has expired.'), 'proviso']
    case 'needs-repair':
      return [
        copied(`, but the service will probably reject it. ${canRepair(world) ? 'Repair' : 'Replace'} it first.`),
        'proviso',
      ]
    case 'should-work':
    case 'unknown': {
      const expiry = token && expiryOf(token, world.unit)
      const left = typeof expiry === 'number' ? expiry - Date.now() - (world.ahead ?? 0) : undefined
      return left !== undefined && left > 0 && left < brief
        ? [copied(`. The token expires ${relative(left, 0)}.`), 'proviso']
        : [copied('.')]
    }
  }
}
