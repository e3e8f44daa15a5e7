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
