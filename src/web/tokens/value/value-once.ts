/**
 * The value of a token for one click: taken once, by the one component that shows it. Ending it also ends a GET that is
 * still under way.
 */
export interface ValueOnce {
  isTaken: () => boolean
  /**
   * The value at hand, or else what `read` gives.
   * @throws {Error} when it was taken before.
   */
  take: (read: (signal: AbortSignal) => Promise<string | undefined>) => Promise<string | undefined>
  end: () => void
}

/** For a click on Reveal; `atHand`: copying was refused, so what was read for that is shown, and nothing is read again. */
export function valueOnce(atHand?: string): ValueOnce {
  const ending = new AbortController()
  let isTaken = false
  let held = atHand
  return {
    isTaken: () => isTaken,
    async take(read) {
      if (isTaken) throw new Error('taken before')
      isTaken = true
      const here = held
      held = undefined
      return here ?? read(ending.signal)
    },
    end() {
      isTaken = true
      held = undefined
      ending.abort()
    },
  }
}
