import type { Page, Thread } from './alone.ts'
import type { Figures } from './figures.ts'

interface HeapUsage {
  usedSize: number
  backingStorageSize?: number
}

/** The memory of the page and its workers after two collections. */
export async function memoryOf(page: Page): Promise<Figures> {
  const usages = [...(await page.inWorkers(collected)), await collected(page)]
  return {
    heap: sum(usages.map(({ usedSize }) => usedSize)),
    buffers: sum(usages.map(({ backingStorageSize = 0 }) => backingStorageSize)),
  }
}

async function collected({ send }: Thread): Promise<HeapUsage> {
  await send('HeapProfiler.collectGarbage')
  await send('HeapProfiler.collectGarbage')
  return send<HeapUsage>('Runtime.getHeapUsage')
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
