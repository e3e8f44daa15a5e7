import { createBreathing } from '#contract/breathing.ts'

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
