import type { PageSight } from './contenders.ts'

/**
 * Runs inside each page before its own scripts. Times are milliseconds since the navigation began. Something counts as
 * painted in the task after the first frame that starts with it in the document.
 */
export interface Watch {
  sight: PageSight
  marks: () => Marks
  whole: () => Promise<void>
  longTasks: () => LongTask[]
  /** Starts to wait for the keys of `text`. `counts`: how many rows each prefix of it leaves. */
  awaitKeys: (text: string, counts: number[]) => void
  /** Milliseconds from each key to the first painted list that includes it. */
  keys: () => Promise<number[]>
  awaitSwitch: (name: string) => void
  switched: () => Promise<Switched>
  awaitScroll: () => void
  scrolled: () => Scrolled
}

export interface Marks {
  firstRow: number | undefined
  whole: number | undefined
}

export interface LongTask {
  start: number
  duration: number
}

/**
 * Milliseconds from the click until a change is painted, and until it is painted as settled. `at`: when the click was.
 */
export interface Switched {
  at: number
  pending: number
  settled: number
}

/** `dropped`: the number of frames missing between two that were more than 1.5 frames apart. */
export interface Scrolled {
  frames: number
  dropped: number
  blank: number
}

/** Runs in the page as source text, so it can use nothing from outside. */
export function watch(sight: PageSight, rows: number): void {
  const marks: Marks = { firstRow: undefined, whole: undefined }
  const longTasks: LongTask[] = []
  const noted = (entries: PerformanceEntryList) => {
    for (const { startTime, duration } of entries) longTasks.push({ start: startTime, duration })
  }
  const observer = new PerformanceObserver((list) => noted(list.getEntries()))
  observer.observe({ type: 'longtask', buffered: true })

  const channel = new MessageChannel()
  const painted: ((at: number) => void)[] = []
  channel.port1.onmessage = () => {
    const at = performance.now()
    for (const done of painted.splice(0)) done(at)
  }
  const afterFrame = (done: (at: number) => void) => {
    painted.push(done)
    if (painted.length === 1) channel.port2.postMessage(undefined)
  }
  /** Each is called at the start of every frame until it returns true. */
  const eyes = new Set<(frame: number) => boolean>()
  let isLooking = false
  const look = (frame: number) => {
    for (const eye of eyes) if (eye(frame)) eyes.delete(eye)
    isLooking = eyes.size > 0
    if (isLooking) requestAnimationFrame(look)
  }
  const lookFor = (eye: (frame: number) => boolean) => {
    eyes.add(eye)
    if (!isLooking) requestAnimationFrame(look)
    isLooking = true
  }

  const whole = new Promise<void>((resolve) => {
    lookFor(() => {
      const hasRows = sight.names().length > 0
      const isWhole = hasRows && sight.isWhole(rows)
      if (hasRows) afterFrame((at) => (marks.firstRow ??= at))
      if (isWhole) {
        afterFrame((at) => {
          marks.whole = at
          resolve()
        })
      }
      return isWhole
    })
  })

  let keys: Promise<number[]> = Promise.resolve([])
  const answered = (text: string, counts: number[]): number => {
    const names = sight.names().map((name) => name.toLowerCase())
    const length = counts.indexOf(sight.count()) + 1
    return length > 0 && names[0]?.includes(text.slice(0, length)) === true ? length : 0
  }
  const awaitKeys = (text: string, counts: number[]) => {
    const pressed: number[] = []
    const took: number[] = []
    keys = new Promise((resolve) => {
      const onKey = (event: KeyboardEvent) => {
        if (event.key !== text[pressed.length]) return
        pressed.push(event.timeStamp)
        if (pressed.length === 1) lookFor(seeKeys)
        if (pressed.length === text.length) removeEventListener('keydown', onKey, true)
      }
      const seeKeys = () => {
        const length = Math.min(answered(text, counts), pressed.length)
        afterFrame((at) => {
          while (took.length < length) took.push(at - (pressed[took.length] ?? at))
          if (took.length === text.length) resolve(took)
        })
        return length === text.length
      }
      addEventListener('keydown', onKey, true)
    })
  }

  let switched: Promise<Switched> | undefined
  const flag = (name: string) => {
    const found = document.querySelector<HTMLInputElement>(`[role=switch][aria-label="${name} active"]`)
    return { on: found?.checked, busy: found?.getAttribute('aria-busy') === 'true' || found?.disabled === true }
  }
  const awaitSwitch = (name: string) => {
    const before = flag(name).on
    switched = new Promise((resolve) => {
      let pending: number | undefined
      const seeSwitch = (at: number) => () => {
        const { on, busy } = flag(name)
        const isSettled = !busy && on === !before
        if (busy || on === !before) {
          afterFrame((now) => {
            pending ??= now - at
            if (isSettled) resolve({ at, pending, settled: now - at })
          })
        }
        return isSettled
      }
      addEventListener('click', ({ timeStamp }) => lookFor(seeSwitch(timeStamp)), { capture: true, once: true })
    })
  }

  const scrolled: Scrolled = { frames: 0, dropped: 0, blank: 0 }
  let isScrolling = false
  const awaitScroll = () => {
    let last: number | undefined
    isScrolling = true
    lookFor((frame) => {
      const gap = last === undefined ? 0 : frame - last
      if (gap > 25) scrolled.dropped += Math.round((gap * 60) / 1000) - 1
      last = frame
      scrolled.frames += 1
      const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
      if (middle?.closest(sight.row) == null) scrolled.blank += 1
      return !isScrolling
    })
  }

  const bench: Watch = {
    sight,
    marks: () => marks,
    whole: () => whole,
    longTasks: () => {
      noted(observer.takeRecords())
      return longTasks
    },
    awaitKeys,
    keys: () => keys,
    awaitSwitch,
    switched: () => switched ?? Promise.reject(new Error('no switch is awaited')),
    awaitScroll,
    scrolled: () => {
      isScrolling = false
      return scrolled
    },
  }
  Object.assign(window, { bench })
}
