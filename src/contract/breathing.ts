/** How long work goes on before others have their turn, in milliseconds: half a frame. */
const atOnce = 8

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
    if (performance.now() - last < atOnce) return undefined
    return (scheduler?.yield?.() ?? new Promise<void>((go) => setTimeout(go))).then(() => {
      last = performance.now()
    })
  }
}
