import type { CDPSession, Page } from '@playwright/test'
import { secretFinder } from './secret-parts.ts'

/** The strings in the heap of a page that contain a secret or 16 characters of one, after a collection. */
export async function heldInHeap(page: Page, secrets: readonly string[]): Promise<string[]> {
  return (await textsInHeap(page)).filter(secretFinder(secrets))
}

/**
 * All strings in the heap after a collection: those of a heap snapshot, and those that are a concatenation of several. A
 * snapshot has no contents of array buffers. Nothing is passed into the page.
 */
export async function textsInHeap(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const snapshot = await snapshotOf(session)
  await session.detach()
  return [...snapshot.strings, ...joined(snapshot)]
}

/** The parts of a snapshot that are read here. `nodes` and `edges` are flat: a fixed number of entries for each. */
interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]]; edge_fields: string[] } }
  nodes: number[]
  edges: number[]
  strings: string[]
}

/** `browserArgs` sets how many characters of a string a snapshot contains. */
async function snapshotOf(session: CDPSession): Promise<Snapshot> {
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false, captureNumericValue: false })
  await session.send('HeapProfiler.disable')
  return JSON.parse(chunks.join('')) as Snapshot
}

/** V8 keeps `a + b` as two halves until it is read, so a secret may be split between them. */
function joined({ snapshot: { meta }, nodes, edges, strings }: Snapshot): string[] {
  const { node_fields, node_types, edge_fields } = meta
  const [type = 0, name = 0, count = 0] = ['type', 'name', 'edge_count'].map((field) => node_fields.indexOf(field))
  const isJoined = node_types[0].indexOf('concatenated string')
  const to = edge_fields.indexOf('to_node')
  const halves = new Map<number, [number, number]>()
  for (let node = 0, edge = 0; node < nodes.length; node += node_fields.length) {
    const edgeCount = nodes[node + count] ?? 0
    const targets = Array.from({ length: edgeCount }, (_, at) => edges[edge + at * edge_fields.length + to] ?? 0)
    edge += edgeCount * edge_fields.length
    if (nodes[node + type] !== isJoined) continue
    // The only other edge of such a string is the one to its map.
    const texts = targets.filter((at) => /string/.test(node_types[0][nodes[at + type] ?? 0] ?? ''))
    if (texts.length === 2) halves.set(node, texts as [number, number])
  }
  const whole = (root: number): string => {
    const parts: string[] = []
    const left = [root]
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      const pair = halves.get(at)
      if (pair === undefined) parts.push(strings[nodes[at + name] ?? 0] ?? '')
      else left.push(pair[1], pair[0])
    }
    return parts.join('')
  }
  const inner = new Set([...halves.values()].flat())
  return [...halves.keys()].filter((node) => !inner.has(node)).map(whole)
}
