import { gzipSync } from 'node:zlib'

const sizes = new Map<string, Promise<number>>()

/** What scripts weigh gzipped, whichever way their server sends them. */
export async function packedSize(urls: readonly string[]): Promise<number> {
  const packed = await Promise.all(
    [...new Set(urls)].map((url) => {
      const size = sizes.get(url) ?? packedSizeOf(url)
      sizes.set(url, size)
      return size
    }),
  )
  return packed.reduce((sum, size) => sum + size, 0)
}

async function packedSizeOf(url: string): Promise<number> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} cannot be had a second time`)
  return gzipSync(Buffer.from(await answer.arrayBuffer()), { level: 9 }).length
}
