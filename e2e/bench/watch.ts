/** The pages that are compared. */
export const contenders = ['ours', 'react-admin', 'tanstack'] as const
export type Contender = (typeof contenders)[number]

/** What `watch` adds to a page. Times are milliseconds. */
export interface Watch {
  /** From the navigation to the first painted row, and to the painted number of all rows. */
  loaded: Promise<{ firstRow: number; whole: number }>
  longTasks: () => { end: number; duration: number }[]
  /** The names of the rows in the document. */
  names: () => string[]
  /** How many rows the page says it shows. */
  count: () => number
  /** From each key of `text` to the painted list that it leaves: so many rows, and the first one has the text. */
  keys: (text: string, counts: number[]) => Promise<number[]>
  /** From the next click to the painted switch of `name` in its new position, no longer busy. */
  switched: (name: string) => Promise<number>
  /** What `keys` or `switched` is to return: it must listen before anything is pressed. */
  took?: Promise<unknown>
  /** How many frames were painted in the time of `frames` frames, while each one moved the list by a screenful. */
  fling: (frames: number) => Promise<number>
}

/**
 * Runs inside each page before its own scripts, as source text. Something counts as painted in the task after the first
 * frame that starts with it in the document.
 */
export function watch(who: Contender, rows: number): void {
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
  const text = (selector: string) => document.querySelector(selector)?.textContent ?? ''
  const numberIn = (selector: string, pattern: RegExp) => Number(pattern.exec(text(selector).replaceAll(',', ''))?.[1])
  const sights = {
    ours: {
      names: () => all('[data-resource=tokens] [data-name]').map(({ dataset }) => dataset['name'] ?? ''),
      count: () =>
        Number(document.querySelector('[data-resource=tokens]')?.getAttribute('aria-rowcount') ?? Number.NaN) - 1,
    },
    'react-admin': {
      names: () => all('tbody .column-name').map(({ textContent }) => textContent),
      count: () => numberIn('.MuiTablePagination-displayedRows', / of (\d+)/),
    },
    tanstack: {
      names: () => all('.row').map(({ dataset }) => dataset['name'] ?? ''),
      count: () => numberIn('#count', /^(\d+)/),
    },
  }
  const { names, count } = sights[who]
  // Ours says *so far, loading…* until all rows are known; the peers show no number before.
  const meta = '.page-head .meta'
  const isKnown = () =>
    who === 'ours' ? !text(meta).includes('loading') && numberIn(meta, /^(\d+)/) === rows : count() === rows
  const tasks: { end: number; duration: number }[] = []
  const noted = (entries: PerformanceEntryList) => {
    for (const { startTime, duration } of entries) tasks.push({ end: startTime + duration, duration })
  }
  const observer = new PerformanceObserver((list) => noted(list.getEntries()))
  observer.observe({ type: 'longtask', buffered: true })

  const afterFrame = () =>
    new Promise<number>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(undefined)
    })
  /** When what `holds` was painted. */
  const painted = async (holds: () => boolean) => {
    for (;;) {
      await new Promise(requestAnimationFrame)
      if (holds()) return afterFrame()
    }
  }
  const load = async () => ({
    firstRow: await painted(() => names().length > 0),
    whole: await painted(isKnown),
  })
  const nextClick = () =>
    new Promise<number>((resolve) => {
      addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true })
    })
  const bench: Watch = {
    loaded: load(),
    longTasks: () => {
      noted(observer.takeRecords())
      return tasks
    },
    names,
    count,
    async keys(typed, counts) {
      const pressed: number[] = []
      addEventListener('keydown', ({ timeStamp }) => pressed.push(timeStamp), { capture: true })
      const took: number[] = []
      while (took.length < typed.length) {
        const reached = () => {
          const length = Math.min(counts.indexOf(count()) + 1, pressed.length)
          return names()[0]?.toLowerCase().includes(typed.slice(0, length)) === true ? length : 0
        }
        const at = await painted(() => reached() > took.length)
        while (took.length < reached()) took.push(at - (pressed[took.length] ?? at))
      }
      return took
    },
    async switched(name) {
      const box = () => document.querySelector<HTMLInputElement>(`[role=switch][aria-label="${name} active"]`)
      const before = box()?.checked
      const from = await nextClick()
      const isBusy = () => box()?.getAttribute('aria-busy') === 'true' || box()?.disabled === true
      return (await painted(() => !isBusy() && box()?.checked === !before)) - from
    },
    async fling(frames) {
      let scroller: Element | null = document.querySelector('.rows')
      while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement
      const box = who === 'ours' || scroller === null ? document.documentElement : scroller
      const [screenful, end] = [box.clientHeight, box.scrollHeight - box.clientHeight]
      let [painted, at, step] = [0, 0, screenful]
      for (const start = performance.now(); performance.now() - start < (frames * 1000) / 60; painted += 1) {
        // A headless page sometimes gets no more frames.
        await new Promise((go) => (requestAnimationFrame(go), setTimeout(go, 500)))
        if (at + step < 0 || at + step > end) step = -step
        box.scrollTop = at += step
      }
      return Math.min(painted, frames)
    },
  }
  Object.assign(window, { bench })
}
