/** Long work that halts between its steps, each of which is short. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** Does the work without a break. */
export function atOnce<Result>(work: Steps<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Does the work in slices, between which others have their turn; undefined where it was ended meanwhile. */
export async function inSlices<Result>(work: Steps<Result>, ending: AbortSignal): Promise<Result | undefined> {
  const breathe = createBreathing()
  while (!ending.aborted) {
    const step = work.next()
    if (step.done === true) return step.value
    await breathe()
  }
  return undefined
}

/** How long work goes on before others have their turn, in milliseconds: half a frame. */
const sliceLength = 8

const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }

/** Lets others have their turn when it is time for that. */
export type Breathe = () => Promise<void> | undefined

/**
 * Long work in slices: awaited between its steps, it lets input and painting through when the last time is long enough
 * ago, and costs nothing otherwise.
 */
export function createBreathing(): Breathe {
  let last = performance.now()
  return () => {
    if (performance.now() - last < sliceLength) return undefined
    return (scheduler?.yield?.() ?? new Promise<void>((go) => setTimeout(go))).then(() => {
      last = performance.now()
    })
  }
}
