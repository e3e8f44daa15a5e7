import { displayText } from './untrusted-text.tsx'

/** Copies with `execCommand`, for browsers that refuse the Clipboard API. True only if the browser reports success. */
export function copyWithExecCommand(text: string): boolean {
  let copied = false
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    copied = true
  }
  document.addEventListener('copy', onCopy)
  try {
    return document.execCommand('copy') && copied
  } finally {
    document.removeEventListener('copy', onCopy)
  }
}

/** The copy in progress. There is one clipboard, so the last click wins. */
let currentCopy: AbortController | undefined

/** Cancels the copy in progress, if any. `next`: the copy that replaces it. */
export function claimClipboard(next?: AbortController): void {
  currentCopy?.abort(new DOMException('a later click took the clipboard', 'AbortError'))
  currentCopy = next
}

/** Ends a copy that was in progress. */
export function releaseClipboard(copy: AbortController): void {
  if (currentCopy === copy) currentCopy = undefined
}

/** The outcome of copying. `refused` has the value, because it has been read for this click already. */
export type CopyResult = { status: 'copied' } | { status: 'refused'; value: string }

/**
 * Copies the result of `read` without showing it. Call it inside the click: browsers allow the clipboard only then, so
 * the Clipboard API gets a promise of the text. On plain http there is no Clipboard API; the fallback is `execCommand`.
 * After `signal` is aborted nothing is copied.
 * @throws what `read` throws, and the reason of `signal`.
 */
export async function copySecret(read: () => Promise<string>, signal: AbortSignal): Promise<CopyResult> {
  const pendingText = read().then((text) => {
    signal.throwIfAborted()
    return text
  })
  try {
    if ('clipboard' in navigator && typeof ClipboardItem === 'function') {
      const blob = pendingText.then((text) => new Blob([text], { type: 'text/plain' }))
      // A browser that refuses at once never uses the blob. A failed read is reported below.
      blob.catch(() => undefined)
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
      await pendingText
      return { status: 'copied' }
    }
  } catch {
    // Either the read failed, which the next line reports, or the browser refused, and the fallback may work.
  }
  const text = await pendingText
  signal.throwIfAborted()
  return copyWithExecCommand(text) ? { status: 'copied' } : { status: 'refused', value: text }
}

/** Copies text that the page already holds, in place of what is still read; false: the browser refused. */
export async function copyText(text: string): Promise<boolean> {
  claimClipboard()
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

/** The browser did not let the page copy a secret. `revealLabel`: the button that shows it. */
export const copyDeniedMessages = (noun: 'value' | 'password', revealLabel: 'Reveal' | 'Show') => ({
  notShown: (name: string) =>
    `This browser refused to copy the ${noun} of “${displayText(name)}”. ${revealLabel} it, then copy it with the keyboard.`,
  selected: (name: string) =>
    `This browser refused to copy. The ${noun} of “${displayText(name)}” is now selected: copy it with the keyboard.`,
})
