declare global {
  /** The build calls it before each `import()`: see `fetchedImports` in vite.config.ts. */
  var fetchCode: ReturnType<typeof createCodeFiles>
}

/**
 * Fetches a file of the build, and those it imports, into the browser's cache, where `import()` then finds them. A failed
 * fetch can be repeated; a failed import cannot. `loaded`: the address of the file that runs already.
 */
export function createCodeFiles(fetch: (url: string) => Promise<Response>, loaded: string) {
  /** The addresses that each file imports. */
  const files = new Map<string, Promise<string[]>>([[loaded, Promise.resolve([])]])
  const read = async (url: string) => {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${response.status}`)
    const imported = (await response.text()).matchAll(/\b(?:from|import)\s*["'`](\.\/[^"'`]+)["'`]/g)
    return [...imported].map(([, file = '']) => new URL(file, url).href)
  }
  const readOnce = (url: string) => {
    const reading = files.get(url) ?? read(url)
    files.set(url, reading)
    reading.catch(() => files.delete(url))
    return reading
  }
  return async (file: string, from: string): Promise<void> => {
    const seen = new Set<string>()
    const visit = async (url: string): Promise<void> => {
      if (seen.has(url)) return
      seen.add(url)
      await Promise.all((await readOnce(url)).map(visit))
    }
    await visit(new URL(file, from).href)
  }
}
