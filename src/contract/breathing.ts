/** How long work goes on before others have their turn, in milliseconds: half a frame. */
const atOnce = 8

const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }

/**
 * Long work in slices: awaited between its steps, it lets input and painting through when the last time is long enough
 * ago, and costs nothing otherwise.
 */
export function createBreathing(): () => Promise<void> | undefined {
  let last = performance.now()
  return () => {
    if (performance.now() - last < atOnce) return undefined
    return (scheduler?.yield?.() ?? new Promise<void>((go) => setTimeout(go))).then(() => {
      last = performance.now()
    })
  }
}
