/** What one reading of a list showed of one name; `row` undefined: the whole list was read and it was not there. */
export interface Observation<Row> {
  row: Row | undefined
  /** False where the list held rows that cannot be read: one of them may be the row that was not found. */
  isSure: boolean
  /** When the reading began, on the clock of `SharedReads.mark`. */
  began: number
}

/**
 * Reads single rows for many askers at the cost of few lists: those who wait while a reading runs share the next one,
 * and a reading less than two seconds old serves whoever needs nothing newer.
 */
export interface SharedReads<Row> {
  /** A mark in time: later than every reading begun so far, earlier than all to come. */
  mark(): number
  /** The row as a reading shows it that began after the mark `after`. */
  read(name: string, after: number): Promise<Observation<Row>>
}

/** How long a reading stays fresh, in milliseconds. */
const freshFor = 2000

/** How long a reading waits for others to join, in milliseconds: answers to writes come in bursts. */
const gather = 8

interface Waiter<Row> {
  resolve: (observation: Observation<Row>) => void
  reject: (error: unknown) => void
}

/** `readRows` reads the named rows in one go; names it does not return are absent. `now`: the page's milliseconds. */
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
      // Also a reading from the future is stale: the computer's clock was set back.
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
