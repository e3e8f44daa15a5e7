import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

interface Chunk {
  file: string
  name?: string
  imports?: string[]
  isDynamicEntry?: boolean
}
const manifest = join(import.meta.dirname, '..', '..', 'dist', '.vite', 'manifest.json')
const readChunks = () => JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, Chunk>
const find = (chunks: Record<string, Chunk>, name: string) => Object.values(chunks).find((chunk) => chunk.name === name)

/** The file name of this part of the built page. */
export const fileOf = (name: string): string => basename(find(readChunks(), name)?.file ?? 'no such file')

/** A file that a part shares with others, but not the first one. */
export function sharedBy(name: string): string {
  const chunks = readChunks()
  const shared = find(chunks, name)?.imports?.findLast((key) => key !== 'index.html') ?? ''
  return basename(chunks[shared]?.file ?? 'no such file')
}

/** The files that a page loads after its first list: all but one that only a field for a password needs. */
export const laterFiles = (): string[] =>
  Object.values(readChunks())
    .filter(({ isDynamicEntry, name }) => isDynamicEntry === true && name !== 'password-list')
    .map(({ file }) => file)
