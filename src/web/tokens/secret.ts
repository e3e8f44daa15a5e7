import { copyByCommand } from '#web/ui/clipboard.ts'

/**
 * A value on its way from one click to the one component that shows it. It can be taken once; after that nothing here
 * holds it. Ending it also ends a GET that is still under way.
 */
export interface Handed {
  take(): Promise<string | undefined> | undefined
  end(): void
}

/** Starts the one GET of a click on Reveal. */
export function asked(read: (signal: AbortSignal) => Promise<string | undefined>): Handed {
  const ending = new AbortController()
  const value = read(ending.signal)
  // Whoever takes it handles a failure; one that was never taken must not count as unhandled.
  value.catch(() => undefined)
  return once(value, () => ending.abort())
}

/** Hands on a value that is here already: copying it was refused, so it is shown instead. */
export function already(secret: string): Handed {
  return once(Promise.resolve(secret), () => undefined)
}

function once(value: Promise<string | undefined>, end: () => void): Handed {
  let held: typeof value | undefined = value
  return {
    take() {
      const taken = held
      held = undefined
      return taken
    },
    end() {
      held = undefined
      end()
    },
  }
}

/** What copying came to. `refused` carries the value on, since it was read for this click already. */
export type Copied = { is: 'copied' } | { is: 'no-value' } | { is: 'refused'; handed: Handed }

/**
 * Copies what `read` gives, without showing it. Begun inside the click: browsers allow the clipboard only then, so
 * where there is one, it gets a promise of the text. On plain http there is none, and a checked `execCommand` is left.
 * @throws what `read` throws.
 */
export async function copySecret(read: () => Promise<string | undefined>): Promise<Copied> {
  const reading = read().then((text) => {
    if (text === undefined) throw new NoValue()
    return text
  })
  try {
    if ('clipboard' in navigator && typeof ClipboardItem === 'function') {
      const blob = reading.then((text) => new Blob([text], { type: 'text/plain' }))
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
      await reading
      return { is: 'copied' }
    }
  } catch {
    // Either the reading failed, which the next line tells, or the browser refused, which the fallback may mend.
  }
  try {
    const text = await reading
    return copyByCommand(text) ? { is: 'copied' } : { is: 'refused', handed: already(text) }
  } catch (error) {
    if (error instanceof NoValue) return { is: 'no-value' }
    throw error
  }
}

class NoValue extends Error {}
