import { gzipSync } from 'node:zlib'

const texts = new Map<string, Promise<string>>()

/** The gzipped size of scripts in bytes, whether or not their server compresses them. */
export async function packedSize(urls: Iterable<string>): Promise<number> {
  const packed = await Promise.all(
    [...new Set(urls)].map(async (url) => gzipSync(await textOf(url), { level: 9 }).length),
  )
  return packed.reduce((sum, size) => sum + size, 0)
}

/** The scripts in a page's HTML and their static imports. */
export async function initialScripts(page: string): Promise<Set<string>> {
  const found = new Set<string>()
  const queue = addressesIn(await textOf(page), /<(?:script|link)[^>]+(?:src|href)="([^"]+\.js)"/g, page)
  for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
    if (found.has(url)) continue
    found.add(url)
    queue.push(...addressesIn(await textOf(url), /\b(?:from|import)\s*["'`](\.[^"'`]+\.js)["'`]/g, url))
  }
  return found
}

function addressesIn(text: string, pattern: RegExp, base: string): string[] {
  return [...text.matchAll(pattern)].map(([, address = '']) => new URL(address, base).href)
}

function textOf(url: string): Promise<string> {
  const text = texts.get(url) ?? read(url)
  texts.set(url, text)
  return text
}

async function read(url: string): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} cannot be had a second time`)
  return answer.text()
}
