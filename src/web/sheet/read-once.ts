/** There is no secret. The message is a sentence about its row. */
export class NoSecret extends Error {}

/**
 * A secret for one click: it can be read once, by the component that shows it. `end` also cancels a read in progress.
 */
export interface ReadOnce {
  isTaken: () => boolean
  /**
   * Returns the secret at hand, else reads it.
   * @throws {Error} when it has been taken already.
   */
  take: () => Promise<string>
  end: () => void
}

/** `atHand`: a secret that was read to be copied, which the browser refused. It is shown without another read. */
export function readOnce(read: (signal: AbortSignal) => Promise<string>, atHand?: string): ReadOnce {
  const ending = new AbortController()
  let isTaken = false
  let secret = atHand
  return {
    isTaken: () => isTaken,
    async take() {
      if (isTaken) throw new Error('taken before')
      isTaken = true
      const here = secret
      secret = undefined
      return here ?? read(ending.signal)
    },
    end() {
      isTaken = true
      secret = undefined
      ending.abort()
    },
  }
}
