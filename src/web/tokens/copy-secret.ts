import { copyByCommand } from '#web/ui/clipboard.ts'

/** What copying came to. `refused` carries the value on, since it was read for this click already. */
export type Copied = { is: 'copied' } | { is: 'no-value' } | { is: 'refused'; value: string }

/**
 * Copies what `read` gives, without showing it. Begun inside the click: browsers allow the clipboard only then, so
 * where there is one, it gets a promise of the text. On plain http there is none, and a checked `execCommand` is left.
 * From `ended` on nothing is copied.
 * @throws what `read` throws, and the reason of `ended`.
 */
export async function copySecret(read: () => Promise<string | undefined>, ended: AbortSignal): Promise<Copied> {
  const reading = read().then((text) => {
    ended.throwIfAborted()
    if (text === undefined) throw new NoValue()
    return text
  })
  try {
    if ('clipboard' in navigator && typeof ClipboardItem === 'function') {
      const blob = reading.then((text) => new Blob([text], { type: 'text/plain' }))
      // A browser that refuses at once never looks at it; that the reading fails as well is told below.
      blob.catch(() => undefined)
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
      await reading
      return { is: 'copied' }
    }
  } catch {
    // Either the reading failed, which the next line tells, or the browser refused, which the fallback may mend.
  }
  try {
    const text = await reading
    ended.throwIfAborted()
    return copyByCommand(text) ? { is: 'copied' } : { is: 'refused', value: text }
  } catch (error) {
    if (error instanceof NoValue) return { is: 'no-value' }
    throw error
  }
}

class NoValue extends Error {}
