import { quoteCell, escapeFormulas } from '#api/csv.ts'
import { blockIfReadOnly, type Session } from '#web/session/session.ts'
import type { ResourceName } from '#api/problem.ts'
import type { ConfirmationQueue } from '#web/jobs/confirmations.ts'
import { paragraphIf, type Confirmation } from '#web/resource/confirmation.ts'
import { noResponseMessage } from '#web/ui/placeholders.tsx'
import { slowAfterMs } from '#web/ui/use-now.ts'
import {
  clearClipboard,
  clipboardMessages,
  copySecret,
  claimClipboard,
  copyDeniedMessages,
  releaseClipboard,
} from '#web/ui/clipboard.ts'
import { downloadFile } from '#web/ui/browser.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { formatFileDate, listFormat, pluralize } from '#web/ui/format.ts'
import { secretReadFailure, SecretNotFoundError, type Secret } from './secret.ts'

// Secrets are read without showing them, inside the click. The end of the session cancels that silently.

type DeliveryContext = Pick<Session, 'sessionSignal' | 'toasts'>

/** Copies a secret as it is. `show`: shows it, selected, if the browser refuses; false: it has no place in the page now. */
export async function copyOneSecret(
  session: DeliveryContext,
  secret: Secret,
  show: (text: string) => boolean = () => false,
) {
  const { toasts } = session
  const { kind, name } = secret
  if (kind === 'value' && blockIfReadOnly(session)) return undefined
  const subject = `${kind} of “${displayText(name)}”`
  const slowTimer = setTimeout(
    () => toasts.show(`Copying the ${subject}: ${noResponseMessage}`, { severity: 'warning', name }),
    slowAfterMs,
  )
  const labels = {
    nothing: `The ${subject} was not copied`,
    name,
    again: () => void copyOneSecret(session, secret, show),
  }
  await cancellable(session, labels, async (signal) => {
    const result = await copySecret(() => secret.read(signal), signal)
    if (result.status === 'refused') {
      // An open secret says more once it is selected, so this need not be announced.
      const announced = show(result.value) && { announced: true as const }
      const message = copyDeniedMessages(kind, kind === 'value' ? 'Reveal' : 'Show').notShown(name)
      return toasts.show(message, { severity: 'error', name, ...announced })
    }
    secret.onCopied([name])
    const warning = secret.warning()
    const copiedText = kind === 'value' ? `“${displayText(name)}”` : `the ${subject}`
    const severity = warning && { severity: 'warning' as const }
    return toasts.show(`Copied ${copiedText}${warning?.text ?? '.'}`, {
      ...severity,
      name,
      action: clearClipboardAction(session),
    })
  }).finally(() => clearTimeout(slowTimer))
}

/** More lines than this are a file. */
export const maxCopiedSecrets = 100

/** Copies secrets with their names: name, tab, secret; a line each. Those that nobody can use now are left out. */
export async function copySecrets(session: DeliveryContext, secrets: readonly Secret[]): Promise<void> {
  if (secrets.some(({ kind }) => kind === 'value') && blockIfReadOnly(session)) return undefined
  const labels = { nothing: 'Nothing was copied', again: () => void copySecrets(session, secrets) }
  await cancellable(session, labels, async (signal) => {
    const unusable = unusableIn(secrets)
    const out = new Set(unusable.map(({ name }) => name))
    const usable = secrets.filter(({ name }) => !out.has(name))
    let secretTexts: ReadSecrets = { texts: [], leftOut: [] }
    const read = async () => secretsAsTsv((secretTexts = await readSecrets(usable, signal, unusable)).texts)
    const { status } = await copySecret(read, signal)
    if (status === 'refused')
      return session.toasts.show('This browser refused to copy. Nothing was copied.', { severity: 'error' })
    marked(secretTexts)
    const { text, names, severity } = skippedText(secretTexts.leftOut)
    return session.toasts.show(`Copied ${countText(secretTexts)}.${text}`, {
      names,
      ...(severity && { severity }),
      action: clearClipboardAction(session),
    })
  })
}

/** What is to be written to a file. `what`: *3 values*; `why`: what the confirmation says first. */
interface Wanted {
  resource: ResourceName
  secrets: readonly Secret[]
  what: string
  why?: string
}

/** Asks, then writes secrets to a CSV file. Of those that nobody can use now, the file and the answer say so. */
export async function downloadSecrets(
  session: DeliveryContext,
  questions: Pick<ConfirmationQueue, 'ask'>,
  { resource, secrets, what, why }: Wanted,
): Promise<void> {
  const paragraphs: Confirmation['paragraphs'] = [
    ...paragraphIf(why !== undefined && ['why', why]),
    ['plain-text', 'is-usable'],
    ['open-as-text', 'delete-file'],
  ]
  const question = { title: `Download ${what}?`, confirmLabel: 'Download', paragraphs }
  const names = secrets.map(({ name }) => name)
  const answer = await questions.ask({ resource, names, skipped: [], question })
  if (answer !== undefined) await writeFile(session, secrets)
}

async function writeFile(session: DeliveryContext, secrets: readonly Secret[]): Promise<void> {
  if (secrets.some(({ kind }) => kind === 'value') && blockIfReadOnly(session)) return undefined
  const labels = { nothing: 'No file was written', again: () => void writeFile(session, secrets) }
  await cancellable(session, labels, async (signal) => {
    const results = await readSecrets(secrets, signal)
    signal.throwIfAborted()
    downloadFile(secretsAsCsv(results.texts), `query-admin-secrets-${formatFileDate(Date.now())}.csv`)
    marked(results)
    const unusable = skippedText(unusableIn(results.texts.map(({ secret }) => secret)), 'Nobody can use these now')
    const leftOut = skippedText(results.leftOut)
    const { severity } = unusable.severity === undefined ? leftOut : unusable
    session.toasts.show(`The file holds ${countText(results)}.${unusable.text}${leftOut.text} Open it as text.`, {
      ...(severity && { severity }),
      names: [...unusable.names, ...leftOut.names],
    })
  })
}

/** Runs until the session is over or the admin uses the clipboard again, and says why nothing came of it. */
async function cancellable(
  { sessionSignal, toasts }: DeliveryContext,
  { nothing, name, again }: { nothing: string; name?: string; again: () => void },
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController()
  const toastOptions = { severity: 'error' as const, ...(name !== undefined && { name }) }
  claimClipboard(controller)
  try {
    await run(AbortSignal.any([controller.signal, sessionSignal]))
  } catch (error) {
    if (sessionSignal.aborted) return
    if (controller.signal.aborted) return toasts.show(`${nothing} because you used the clipboard again.`, toastOptions)
    const failure = secretReadFailure(error)
    if (failure === undefined) throw error
    const { message, names, mayTryAgain } = failure
    const action = mayTryAgain && { action: { label: 'Try again', run: again } }
    toasts.show(`${nothing}. ${message}`, { ...toastOptions, ...(names && { names }), ...action })
    const withdraw = () => toasts.get()?.action?.run === again && toasts.set(undefined)
    sessionSignal.addEventListener('abort', withdraw, { once: true })
  } finally {
    releaseClipboard(controller)
  }
}

/** The button that clears the clipboard. */
function clearClipboardAction({ toasts }: DeliveryContext) {
  const clear = async () => {
    claimClipboard()
    toasts.show(await clearClipboard())
  }
  return { label: clipboardMessages.clear, run: () => void clear() }
}

interface DeliveredSecret {
  secret: Pick<Secret, 'name' | 'kind' | 'warning'>
  text: string
}

/** A row whose secret is not handed out. `detail`: more than the word. */
interface LeftOutSecret {
  name: string
  /** *inactive*, *deleted* */
  word: string
  detail?: string
}

/** Secrets in their order, and those that could not be read. */
interface ReadSecrets {
  texts: readonly { secret: Secret; text: string }[]
  leftOut: readonly LeftOutSecret[]
}

/** Those that nobody can use now. */
const unusableIn = (secrets: readonly Secret[]): readonly LeftOutSecret[] =>
  secrets.flatMap(({ name, warning }) => {
    const { label } = warning()?.unusable ?? {}
    return label === undefined ? [] : [{ name, word: label.toLowerCase() }]
  })

const countText = ({ texts }: ReadSecrets) => pluralize(texts.length, texts[0]?.secret.kind ?? 'secret')

/** They were copied, or written to a file. */
const marked = ({ texts }: ReadSecrets) => texts[0]?.secret.onCopied(texts.map(({ secret }) => secret.name))

/** So many are named in a sentence. */
const mostNamed = 3

/** * Left out: “a” (inactive), “b” (deleted) and 2 more.* and what else is known of the first. Empty: there are none. */
function skippedText(skipped: readonly LeftOutSecret[], heading = 'Left out') {
  const named = skipped.slice(0, mostNamed)
  const names = named.map(({ name }) => name)
  if (skipped.length === 0) return { text: '', names, severity: undefined }
  const parts = named.map(({ name, word }) => `“${displayText(name)}” (${word})`)
  const rest = skipped.length - named.length
  const list = listFormat.format(rest === 0 ? parts : [...parts, `${rest} more`])
  const detail = skipped.find((secret) => secret.detail !== undefined)?.detail
  return {
    text: ` ${heading}: ${list}.${detail === undefined ? '' : ` ${detail}`}`,
    names,
    severity: 'warning' as const,
  }
}

/** How many are read at a time. */
const readConcurrency = 4

/**
 * Reads all of them. One that fails does not keep the others back. `unusable`: those that are not read.
 * @throws the reason of `signal`, and {SecretNotFoundError} if none could be read.
 */
export async function readSecrets(
  secrets: readonly Secret[],
  ended: AbortSignal,
  unusable: readonly LeftOutSecret[] = [],
): Promise<ReadSecrets> {
  const results: ({ secret: Secret; text: string } | LeftOutSecret)[] = []
  const entries = secrets.entries()
  const readRest = async () => {
    for (const [index, secret] of entries) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- four at a time
        results[index] = { secret, text: await secret.read(ended) }
      } catch (error) {
        ended.throwIfAborted()
        const failure = secretReadFailure(error)
        if (failure === undefined) throw error
        const { word = 'could not be read', message } = failure
        results[index] = { name: secret.name, word, ...(failure.word === undefined && { detail: message }) }
      }
    }
  }
  await Promise.all(Array.from({ length: readConcurrency }, readRest))
  const texts = results.flatMap((result) => ('text' in result ? [result] : []))
  const leftOut = [...unusable, ...results.flatMap((result) => ('text' in result ? [] : [result]))]
  const { text, names } = skippedText(leftOut)
  if (texts.length === 0) throw new SecretNotFoundError(text.trim(), { names })
  return { texts, leftOut }
}

// A secret is written as it is: an apostrophe before it would be copied with it. A name could be a formula that sends
// the secret beside it away, so names are written as in every other file.

/** A cell as it is, in quotes only where it must be. */
const cell = (text: string, needsQuotes: RegExp) => (needsQuotes.test(text) ? quoteCell(text) : text)

/** For the clipboard: name, tab, secret. A line each. */
export function secretsAsTsv(texts: readonly DeliveredSecret[]): string {
  return texts
    .map(({ secret: { name }, text }) => `${cell(escapeFormulas(name), /[\t\r\n"]/)}\t${cell(text, /[\t\r\n]|^"/)}`)
    .join('\n')
}

/** A CSV file, to be opened as text. */
export function secretsAsCsv(texts: readonly DeliveredSecret[]): string {
  const lines = texts.map(({ secret: { name, kind, warning }, text }) => [
    escapeFormulas(name),
    text,
    [kind, warning()?.unusable?.label.toLowerCase()].filter(Boolean).join(', '),
  ])
  return [['Name', 'Secret', 'Kind'], ...lines]
    .map((cells) => cells.map((text) => cell(text, /[",;\t\r\n]/)).join(','))
    .join('\r\n')
}
