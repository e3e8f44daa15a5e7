/** One at a time per key: a second act on one row begins when the first has its verdict. */
export interface Turns {
  run<T>(key: string, act: () => Promise<T>): Promise<T>
}

/** A failed act does not stop the next one. */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()
  return {
    run(key, act) {
      const before = last.get(key) ?? Promise.resolve()
      const mine = before.then(act, act)
      last.set(key, mine)
      const forget = () => {
        if (last.get(key) === mine) last.delete(key)
      }
      mine.then(forget, forget)
      return mine
    },
  }
}
