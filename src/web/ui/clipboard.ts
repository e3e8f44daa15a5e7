import { displayText } from './untrusted-text.tsx'

/** Copies with `execCommand`, for browsers that refuse the Clipboard API. True only if the browser reports success. */
export function copyWithExecCommand(text: string): boolean {
  let copied = false
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    copied = true
  }
  document.addEventListener('copy', put)
  try {
    return document.execCommand('copy') && copied
  } finally {
    document.removeEventListener('copy', put)
  }
}

/** The copy in progress. There is one clipboard, so the last click wins. */
let underWay: AbortController | undefined

/** Cancels the copy in progress, if any. `by`: the copy that replaces it. */
export function claimClipboard(by?: AbortController): void {
  underWay?.abort(new DOMException('a later click took the clipboard', 'AbortError'))
  underWay = by
}

/** Ends a copy that was in progress. */
export function releaseClipboard(own: AbortController): void {
  if (underWay === own) underWay = undefined
}

/** The outcome of copying. `refused` has the value, because it has been read for this click already. */
export type CopyResult = { is: 'copied' } | { is: 'refused'; value: string }

/**
 * Copies the result of `read` without showing it. Call it inside the click: browsers allow the clipboard only then, so
 * the Clipboard API gets a promise of the text. On plain http there is no Clipboard API; the fallback is `execCommand`.
 * After `ended` nothing is copied.
 * @throws what `read` throws, and the reason of `ended`.
 */
export async function copySecret(read: () => Promise<string>, ended: AbortSignal): Promise<CopyResult> {
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
  return copyWithExecCommand(text) ? { is: 'copied' } : { is: 'refused', value: text }
}

/** Copies text that the page already holds; false: the browser refused. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyWithExecCommand(text)
  }
}

/**
 * Overwrites the clipboard with empty text, and returns what to tell the admin. No page can see a clipboard history.
 */
export async function clearClipboard(): Promise<string> {
  return (await copyText('')) ? clipboardMessages.cleared : clipboardMessages.notCleared
}

export const clipboardMessages = {
  clear: 'Clear the clipboard',
  cleared: 'The clipboard was overwritten with empty text. A clipboard history may still hold what you copied.',
  notCleared: 'This browser refused. What you copied is still on the clipboard. Copy something else to replace it.',
} as const

/** The browser did not let the page copy a secret. `open`: how it is shown. */
export const copyDeniedMessages = (what: 'value' | 'password', open: 'Reveal' | 'Show') => ({
  notShown: (name: string) =>
    `This browser refused to copy the ${what} of “${displayText(name)}”. ${open} it, then copy it with the keyboard.`,
  selected: (name: string) =>
    `This browser refused to copy. The ${what} of “${displayText(name)}” is now selected: copy it with the keyboard.`,
})
