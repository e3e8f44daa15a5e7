import type { Page } from '@playwright/test'

/** How many characters in a row count as part of a secret. */
const window = 16

/**
 * Where the page's JavaScript heap holds a secret or any 16 characters of it, after a collection: the texts of a heap
 * snapshot that do. Nothing is handed into the page for it.
 */
export async function heldInHeap(page: Page, secrets: readonly string[]): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false, captureNumericValue: false })
  await session.detach()
  const { strings } = JSON.parse(chunks.join('')) as { strings: string[] }
  const windows = new Set(secrets.flatMap(partsOf))
  return strings.filter((text) => partsOf(text).some((part) => windows.has(part)))
}

/** All texts of 16 characters within a text; a shorter one as it is. */
function partsOf(text: string): string[] {
  if (text.length <= window) return [text]
  return Array.from({ length: text.length - window + 1 }, (_, at) => text.slice(at, at + window))
}
