/** The size of a test run: `few` in all tests, `many` with DEEP=1 in the environment. */
export function sample(few: number, many: number): number {
  return isDeep() ? many : few
}

/** Whether tests run at full size and their timing figures count. */
export function isDeep(): boolean {
  return process.env['DEEP'] === '1'
}

/** Pseudo-random numbers from 0 up to 1, the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Runs `work` for 0 to `count` − 1, `width` at a time. */
export async function swarm(count: number, width: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: width }, worker))
}
