/** What one read of a list showed about one name; `row` undefined: it was not in the list. */
export interface Observation<Row> {
  row: Row | undefined
  /** False if the list has unreadable rows: one of them may be the missing row. */
  isSure: boolean
  /** When the read began, as a mark of `SharedReads.mark`. */
  began: number
}

/**
 * Reads single rows for many callers with few list requests. Callers that wait during a read share the next one, and a
 * read less than two seconds old serves every caller that needs nothing newer.
 */
export interface SharedReads<Row> {
  /** A point in time after every read begun so far and before all later ones. */
  mark(): number
  /** The row as shown by a read that began after the mark `after`. */
  read(name: string, after: number): Promise<Observation<Row>>
}

/** How long a read stays fresh, in milliseconds. */
const freshFor = 2000

/** How long a read waits for other callers to join, in milliseconds. Responses to writes arrive in bursts. */
const gather = 8

interface Waiter<Row> {
  resolve: (observation: Observation<Row>) => void
  reject: (error: unknown) => void
}

/** `readRows` reads the named rows with one request; missing names are absent. `now`: the page's milliseconds. */
export function shareReads<Row>(
  readRows: (names: ReadonlySet<string>, onUnreadable: () => void) => Promise<Map<string, Row>>,
  now: () => number,
): SharedReads<Row> {
  let clock = 0
  let running = false
  let waiting = new Map<string, Waiter<Row>[]>()
  const recent = new Map<string, Observation<Row> & { at: number }>()

  const start = async () => {
    running = true
    await new Promise((resolve) => setTimeout(resolve, gather))
    const batch = waiting
    waiting = new Map()
    const began = (clock += 1)
    const at = now()
    try {
      let isSure = true
      const found = await readRows(new Set(batch.keys()), () => (isSure = false))
      for (const [name, waiters] of batch) {
        const row = found.get(name)
        const observation = { row, isSure: isSure || row !== undefined, began }
        recent.set(name, { ...observation, at })
        for (const waiter of waiters) waiter.resolve(observation)
      }
    } catch (error) {
      for (const waiters of batch.values()) for (const waiter of waiters) waiter.reject(error)
    }
    running = false
    if (waiting.size > 0) void start()
  }

  return {
    mark: () => (clock += 1),
    read(name, after) {
      // A read from the future is stale, too: the computer's clock was set back.
      for (const [key, { at }] of recent) if (Math.abs(now() - at) > freshFor) recent.delete(key)
      const known = recent.get(name)
      if (known !== undefined && known.began > after) return Promise.resolve(known)
      return new Promise((resolve, reject) => {
        const waiters = waiting.get(name) ?? []
        waiters.push({ resolve, reject })
        waiting.set(name, waiters)
        if (!running) void start()
      })
    },
  }
}
