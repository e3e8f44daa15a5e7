/** The old way to copy, through a selection; true only where the browser says that it copied. */
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

/** Copies a text that is here already; false: the browser refused. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

/** Puts an empty text on the clipboard, and says what became of that: what a clipboard's history keeps, no page knows. */
export async function clearClipboard(): Promise<string> {
  return (await copyText('')) ? clipboardWords.cleared : clipboardWords.notCleared
}

/** What is said about clearing. */
export const clipboardWords = {
  clear: 'Clear the clipboard',
  cleared: 'The clipboard was overwritten with empty text. A clipboard history may still hold what you copied.',
  notCleared: 'This browser refused. What you copied is still on the clipboard. Copy something else to replace it.',
} as const
