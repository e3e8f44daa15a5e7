import { quoted, withoutFormulas } from '#contract/csv.ts'
import { isBlocked } from '#web/session/online.ts'
import type { Session } from '#web/session/session.ts'
import { noAnswerYet, patience } from '#web/ui/busy.tsx'
import { clearClipboard, clipboardWords, copySecret, overtake, refusedCopy, release } from '#web/ui/clipboard.ts'
import { download } from '#web/ui/download.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { counted } from '#web/ui/time.ts'
import { failureOf, NoSecret, type Secret } from './secret.ts'

// Secrets are read without showing them, inside the click. The end of the session cancels that silently.

type From = Pick<Session, 'over' | 'toasts'>

/** Copies a secret as it is. `show`: shows it, selected, if the browser refuses; false: it has no place in the page now. */
export async function copyOneSecret(session: From, secret: Secret, show: (text: string) => boolean = () => false) {
  const { toasts } = session
  const { is, name } = secret
  if (is === 'value' && isBlocked(session)) return
  const its = `${is} of “${visible(name)}”`
  const slow = setTimeout(() => toasts.show(`Copying the ${its}: ${noAnswerYet}`, { mark: 'caution', name }), patience)
  const ways = { nothing: `The ${its} was not copied`, name, again: () => void copyOneSecret(session, secret, show) }
  await cancellable(session, ways, async (signal) => {
    const copied = await copySecret(() => secret.read(signal), signal)
    if (copied.is === 'refused') {
      // An open secret says more once it is selected, so this need not be announced.
      const announced = show(copied.value) && { announced: true as const }
      const says = refusedCopy(is, is === 'value' ? 'Reveal' : 'Show').notShown(name)
      return toasts.show(says, { mark: 'failed', name, ...announced })
    }
    secret.onCopied(true)
    const caution = secret.caution()
    const what = is === 'value' ? `“${visible(name)}”` : `the ${its}`
    const mark = caution && { mark: 'caution' as const }
    return toasts.show(`Copied ${what}${caution?.says ?? '.'}`, { ...mark, name, act: clearing(session) })
  }).finally(() => clearTimeout(slow))
}

/** More lines than this are a file. */
export const mostCopied = 100

/** Copies secrets with their names: name, tab, secret; a line each. */
export async function copySecrets(session: From, secrets: readonly Secret[]): Promise<void> {
  if (secrets.some(({ is }) => is === 'value') && isBlocked(session)) return
  const ways = { nothing: 'Nothing was copied', again: () => void copySecrets(session, secrets) }
  await cancellable(session, ways, async (signal) => {
    let all: ReadSecrets = { texts: [], failures: [] }
    const read = async () => linesOf((all = await readAll(secrets, signal)).texts)
    const { is } = await copySecret(read, signal)
    if (is === 'refused')
      return session.toasts.show('This browser refused to copy. Nothing was copied.', { mark: 'failed' })
    for (const { secret } of all.texts) secret.onCopied(false)
    return session.toasts.show(`Copied ${deliveredWords(all)}`, { act: clearing(session) })
  })
}

/** Writes secrets to a CSV file. */
export async function downloadSecrets(session: From, secrets: readonly Secret[]): Promise<void> {
  if (secrets.some(({ is }) => is === 'value') && isBlocked(session)) return
  const ways = { nothing: 'No file was written', again: () => void downloadSecrets(session, secrets) }
  await cancellable(session, ways, async (signal) => {
    const all = await readAll(secrets, signal)
    signal.throwIfAborted()
    download(fileOf(all.texts), `query-admin-secrets-${new Date().toISOString().slice(0, 10)}.csv`)
    for (const { secret } of all.texts) secret.onCopied(false)
    session.toasts.show(`The file holds ${deliveredWords(all)} Open it as text.`)
  })
}

/** Runs until the session is over or the admin uses the clipboard again, and says why nothing came of it. */
async function cancellable(
  { over, toasts }: From,
  { nothing, name, again }: { nothing: string; name?: string; again: () => void },
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const own = new AbortController()
  const about = { mark: 'failed' as const, ...(name !== undefined && { name }) }
  overtake(own)
  try {
    await run(AbortSignal.any([own.signal, over]))
  } catch (error) {
    if (over.aborted) return
    if (own.signal.aborted) return toasts.show(`${nothing} because you used the clipboard again.`, about)
    const failure = failureOf(error)
    if (failure === undefined) throw error
    const act = failure.mayTryAgain && { act: { label: 'Try again', run: again } }
    toasts.show(`${nothing}. ${failure.says}`, { ...about, ...act })
  } finally {
    release(own)
  }
}

/** The button that clears the clipboard. */
function clearing({ toasts }: From) {
  const clear = async () => {
    overtake()
    toasts.show(await clearClipboard())
  }
  return { label: clipboardWords.clear, run: () => void clear() }
}

interface Text {
  secret: Pick<Secret, 'name' | 'is' | 'caution'>
  text: string
}

/** Secrets in their order, and why others could not be read: sentences. */
interface ReadSecrets {
  texts: readonly { secret: Secret; text: string }[]
  failures: readonly string[]
}

/** *3 values. 1 could not be read: The service failed (500).* */
function deliveredWords({ texts, failures }: ReadSecrets): string {
  const useless = texts.filter(({ secret }) => secret.caution()?.useless !== undefined).length
  return [
    `${counted(texts.length, texts[0]?.secret.is ?? 'secret')}.`,
    useless > 0 && `Nobody can use ${useless} of them now.`,
    failures.length > 0 && `${failures.length} could not be read. ${failures[0]}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** How many are read at a time. */
const atOnce = 4

/**
 * Reads all of them. One that fails does not keep the others back.
 * @throws the reason of `ended`, and a failure if none could be read.
 */
export async function readAll(secrets: readonly Secret[], ended: AbortSignal): Promise<ReadSecrets> {
  const read: ({ secret: Secret; text: string } | { says: string })[] = []
  const rest = secrets.entries()
  const readRest = async () => {
    for (const [at, secret] of rest) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- four at a time
        read[at] = { secret, text: await secret.read(ended) }
      } catch (error) {
        ended.throwIfAborted()
        const failure = failureOf(error)
        if (failure === undefined) throw error
        read[at] = { says: failure.says }
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readRest))
  const texts = read.flatMap((one) => ('text' in one ? [one] : []))
  const failures = read.flatMap((one) => ('says' in one ? [one.says] : []))
  if (texts.length === 0) throw new NoSecret(`None of them could be read. ${failures[0] ?? ''}`.trim())
  return { texts, failures }
}

// A secret is written as it is: an apostrophe before it would be copied with it. A name could be a formula that sends
// the secret beside it away, so names are written as in every other file.

/** A cell as it is, in quotes only where it must be. */
const cell = (text: string, splits: RegExp) => (splits.test(text) ? quoted(text) : text)

/** For the clipboard: name, tab, secret. A line each. */
export function linesOf(texts: readonly Text[]): string {
  return texts
    .map(({ secret: { name }, text }) => `${cell(withoutFormulas(name), /[\t\r\n"]/)}\t${cell(text, /[\t\r\n]|^"/)}`)
    .join('\n')
}

/** A CSV file, to be opened as text. */
export function fileOf(texts: readonly Text[]): string {
  const lines = texts.map(({ secret: { name, is, caution }, text }) => [
    withoutFormulas(name),
    text,
    [is, caution()?.useless?.word.toLowerCase()].filter(Boolean).join(', '),
  ])
  return [['Name', 'Secret', 'Kind'], ...lines]
    .map((cells) => cells.map((text) => cell(text, /[",;\t\r\n]/)).join(','))
    .join('\r\n')
}
