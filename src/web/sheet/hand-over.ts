import { quoted, withoutFormulas } from '#contract/csv.ts'
import { isBlocked } from '#web/session/online.ts'
import type { Session } from '#web/session/session.ts'
import { noAnswerYet, patience } from '#web/ui/busy.tsx'
import { clearClipboard, clipboardWords, copySecret, overtake, refusedCopy, release } from '#web/ui/clipboard.ts'
import { download } from '#web/ui/download.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { counted } from '#web/ui/time.ts'
import { failureOf, NoSecret, wordsFor, type Secret } from './secret.ts'

/** Where secrets go. */
export interface To {
  where: 'clipboard' | 'file'
  /** Shows the only one, selected, if the browser refused to copy it; false: it has no place in the page now. */
  show?: (text: string) => boolean
  /** Told of those that were delivered, and why others could not be read. */
  onEnd?: (delivered: readonly Secret[], failures: ReadonlyMap<Secret, string>) => void
}

/**
 * Reads secrets without showing them, delivers those that could be read, and says what came of it. One alone is copied as
 * it is, those of a list with their names. Call it inside the click. The end of the session cancels it silently.
 */
export async function handOver(session: From, what: Secret | readonly Secret[], to: To): Promise<void> {
  const only = 'is' in what ? what : undefined
  const secrets = 'is' in what ? [what] : what
  if (secrets.some(({ is }) => is === 'value') && isBlocked(session)) return
  const { over, toasts } = session
  const { where, show, onEnd } = to
  const it = only && `the ${only.is} of “${visible(only.name)}”`
  const about = only && { name: only.name }
  const own = new AbortController()
  const signal = AbortSignal.any([own.signal, over])
  const delivered: Secret[] = []
  const failures = new Map<Secret, string>()
  const read = async () => {
    const all = await readAll(secrets, signal)
    const texts = all.flatMap((one) => ('text' in one ? [one] : []))
    const errors = all.flatMap((one) => ('error' in one ? [one] : []))
    for (const { secret, error } of errors) {
      const failure = failureOf(error)
      if (failure === undefined) throw error
      failures.set(secret, failure.says)
    }
    if (texts.length === 0) throw only ? errors[0]?.error : new NoSecret('None of them could be read.')
    delivered.push(...texts.map(({ secret }) => secret))
    return only ? (texts[0]?.text ?? '') : where === 'file' ? fileOf(texts) : linesOf(texts)
  }
  overtake(own)
  const slow = setTimeout(() => {
    if (it) toasts.show(`Copying ${it}: ${noAnswerYet}`, { mark: 'caution', ...about })
  }, patience)
  try {
    if (where === 'file') {
      const text = await read()
      signal.throwIfAborted()
      download(text, `query-admin-secrets-${new Date().toISOString().slice(0, 10)}.csv`)
    } else {
      const copied = await copySecret(read, signal)
      if (copied.is === 'refused') {
        delivered.length = 0
        if (only === undefined || show === undefined)
          return toasts.show('This browser refused to copy. Nothing was copied.', { mark: 'failed', ...about })
        // An open secret says more once it is selected, so this need not be announced.
        const announced = show(copied.value) && { announced: true as const }
        return toasts.show(refusedCopy(only.is, only.is === 'value' ? 'Reveal' : 'Show').notShown(only.name), {
          mark: 'failed',
          ...about,
          ...announced,
        })
      }
    }
    for (const { onHanded } of delivered) onHanded(only !== undefined)
    const caution = only?.caution()
    const but = failures.size === 0 ? '' : ` ${counted(failures.size, 'secret')} could not be read.`
    if (where === 'file') toasts.show(`The file holds ${wordsFor(delivered)}.${but} Open it as text.`)
    else
      toasts.show(only ? `${copiedWords(only)}${caution?.says ?? '.'}` : `Copied ${wordsFor(delivered)}.${but}`, {
        ...(caution && { mark: 'caution' }),
        ...about,
        act: clearing(session),
      })
  } catch (error) {
    delivered.length = 0
    if (over.aborted) return
    const nothing =
      where === 'file' ? 'No file was written' : it ? `T${it.slice(1)} was not copied` : 'Nothing was copied'
    if (own.signal.aborted)
      return toasts.show(`${nothing} because you used the clipboard again.`, { mark: 'failed', ...about })
    const failure = failureOf(error)
    if (failure === undefined) throw error
    const again = { label: 'Try again', run: () => void handOver(session, what, to) }
    toasts.show(`${nothing}. ${failure.says}`, { mark: 'failed', ...about, ...(failure.mayTryAgain && { act: again }) })
  } finally {
    clearTimeout(slow)
    release(own)
    onEnd?.(delivered, failures)
  }
}

type From = Pick<Session, 'over' | 'toasts'>

const copiedWords = ({ is, name }: Secret) =>
  is === 'value' ? `Copied “${visible(name)}”` : `Copied the password of “${visible(name)}”`

/** The button that clears the clipboard. */
function clearing({ toasts }: From) {
  const clear = async () => {
    overtake()
    toasts.show(await clearClipboard())
  }
  return { label: clipboardWords.clear, run: () => void clear() }
}

/** A secret that was read, or why it could not be. */
type ReadSecret = { secret: Secret; text: string } | { secret: Secret; error: unknown }

/** How many are read at a time. */
const atOnce = 4

/**
 * Reads all of them, in their order. One that fails does not keep the others back.
 * @throws the reason of `ended`.
 */
export async function readAll(secrets: readonly Secret[], ended: AbortSignal): Promise<readonly ReadSecret[]> {
  const read: ReadSecret[] = []
  const rest = secrets.entries()
  const readRest = async () => {
    for (const [at, secret] of rest) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- four at a time
        read[at] = { secret, text: await secret.read(ended) }
      } catch (error) {
        ended.throwIfAborted()
        read[at] = { secret, error }
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readRest))
  return read
}

// A secret is written as it is: an apostrophe before it would be copied with it. A name could be a formula that sends
// the secret beside it away, so names are written as in every other file.

/** A cell as it is, in quotes only where it must be. */
const cell = (text: string, splits: RegExp) => (splits.test(text) ? quoted(text) : text)

type Texts = readonly { secret: Pick<Secret, 'name' | 'is' | 'isConfirmed' | 'caution'>; text: string }[]

/** For the clipboard: name, tab, secret. A line each. */
export function linesOf(texts: Texts): string {
  return texts
    .map(({ secret: { name }, text }) => `${cell(withoutFormulas(name), /[\t\r\n"]/)}\t${cell(text, /[\t\r\n]|^"/)}`)
    .join('\n')
}

/** A CSV file, to be opened as text. */
export function fileOf(texts: Texts): string {
  const lines = texts.map(({ secret: { name, is, isConfirmed, caution }, text }) => [
    withoutFormulas(name),
    text,
    [is, !isConfirmed && 'not confirmed', caution()?.useless?.word.toLowerCase()].filter(Boolean).join(', '),
  ])
  return [['Name', 'Secret', 'Kind'], ...lines]
    .map((cells) => cells.map((text) => cell(text, /[",;\t\r\n]/)).join(','))
    .join('\r\n')
}
