/**
 * The value of a token for one click. It can be taken once, by the component that shows it. `end` also cancels a GET in
 * progress.
 */
export interface ValueOnce {
  isTaken: () => boolean
  /**
   * Returns the value at hand, else the result of `read`.
   * @throws {Error} when it has been taken already.
   */
  take: (read: (signal: AbortSignal) => Promise<string>) => Promise<string>
  end: () => void
}

/** `atHand`: a value that was read to be copied, which the browser refused. It is shown without another read. */
export function valueOnce(atHand?: string): ValueOnce {
  const ending = new AbortController()
  let isTaken = false
  let value = atHand
  return {
    isTaken: () => isTaken,
    async take(read) {
      if (isTaken) throw new Error('taken before')
      isTaken = true
      const here = value
      value = undefined
      return here ?? read(ending.signal)
    },
    end() {
      isTaken = true
      value = undefined
      ending.abort()
    },
  }
}
