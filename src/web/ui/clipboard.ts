import type { Message } from './toasts.ts'

/** Copies with `execCommand`, for browsers that refuse the Clipboard API. True only if the browser reports success. */
export function copyByCommand(text: string): boolean {
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

/** Copies text that the page already holds; false: the browser refused. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

/**
 * Overwrites the clipboard with empty text, and returns what to tell the admin. No page can see a clipboard history.
 */
export async function clearClipboard(): Promise<string> {
  return (await copyText('')) ? clipboardWords.cleared : clipboardWords.notCleared
}

export const clipboardWords = {
  clear: 'Clear the clipboard',
  cleared: 'The clipboard was overwritten with empty text. A clipboard history may still hold what you copied.',
  notCleared: 'This browser refused. What you copied is still on the clipboard. Copy something else to replace it.',
} as const

/** The browser did not let the page copy a secret. `open`: how it is shown. */
export const refusedCopy = (what: 'value' | 'password', open: 'Reveal' | 'Show') => ({
  notShown: (name: string): Message => ({
    before: `This browser refused to copy the ${what} of “`,
    name,
    after: `”. ${open} it, then copy it with the keyboard.`,
  }),
  selected: (name: string): Message => ({
    before: `This browser refused to copy. The ${what} of “`,
    name,
    after: '” is now selected: copy it with the keyboard.',
  }),
})
