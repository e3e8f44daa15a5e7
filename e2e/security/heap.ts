import type { Page } from '@playwright/test'
import { sightOf } from './secret-parts.ts'
import { withWorkers, type Send } from '#e2e/rig/threads.ts'

/** Where the JavaScript heaps of a page and its workers hold a secret or any 16 characters of it, after a collection. */
export async function heldInHeap(page: Page, secrets: readonly string[]): Promise<string[]> {
  return (await textsInHeap(page)).filter(sightOf(secrets))
}

/**
 * All texts of these heaps after a collection: those of a heap snapshot, and those that are joined of
 * several. No snapshot holds what the bytes of array buffers say. Nothing is handed into the page for it.
 */
export async function textsInHeap(page: Page): Promise<string[]> {
  return withWorkers(page, async (threads) => {
    const texts: string[] = []
    for (const send of threads) {
      const snapshot = await snapshotOf(send)
      for (const text of [...snapshot.strings, ...joined(snapshot)]) texts.push(text)
    }
    return texts
  })
}

/** What of a snapshot is read here; its `nodes` and `edges` are flat, so many numbers for each. */
interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]]; edge_fields: string[] } }
  nodes: number[]
  edges: number[]
  strings: string[]
}

/** The snapshot holds at most so many characters of a text as `browserArgs` says. */
async function snapshotOf(send: Send): Promise<Snapshot> {
  const chunks: string[] = []
  const hear = (method: string, { chunk }: { chunk?: string }) => {
    if (method === 'HeapProfiler.addHeapSnapshotChunk') chunks.push(chunk ?? '')
  }
  await send('HeapProfiler.enable')
  await send('HeapProfiler.collectGarbage')
  await send('HeapProfiler.takeHeapSnapshot', { reportProgress: false, captureNumericValue: false }, hear)
  await send('HeapProfiler.disable')
  return JSON.parse(chunks.join('')) as Snapshot
}

/** V8 keeps `a + b` as two halves until somebody reads it: a secret may stand in two of them. */
function joined({ snapshot: { meta }, nodes, edges, strings }: Snapshot): string[] {
  const { node_fields, node_types, edge_fields } = meta
  const [type = 0, name = 0, count = 0] = ['type', 'name', 'edge_count'].map((field) => node_fields.indexOf(field))
  const isJoined = node_types[0].indexOf('concatenated string')
  const to = edge_fields.indexOf('to_node')
  const halves = new Map<number, [number, number]>()
  for (let node = 0, edge = 0; node < nodes.length; node += node_fields.length) {
    const own = nodes[node + count] ?? 0
    const targets = Array.from({ length: own }, (_, at) => edges[edge + at * edge_fields.length + to] ?? 0)
    edge += own * edge_fields.length
    if (nodes[node + type] !== isJoined) continue
    // Beside its halves a text has an edge to its map only.
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
