import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** One file of the build with everything for its response, so that no request reaches the disk. */
export type StoredFile = {
  bytes: Uint8Array<ArrayBuffer>
  type: string
  cacheControl: string
  etag: string
  /** The same content, compressed at build time; the smallest first. */
  encoded: readonly { coding: string; bytes: Uint8Array<ArrayBuffer> }[]
}

/** By URL path: `/`, `/assets/main-1a2b3c4d.js`. */
export type Files = ReadonlyMap<string, StoredFile>

/** The methods of a file. */
export const fileMethods = ['GET', 'HEAD'] as const

/**
 * Reads everything in `dir`. Leaves out names that begin with a dot (Vite's manifest among them) and what a build does
 * not make (links, devices).
 * @throws if `dir` cannot be read.
 */
export function filesIn(dir: string): Files {
  const files = new Map<string, StoredFile>()
  for (const address of addressesIn(dir, '/')) files.set(address, readStoredFile(join(dir, address), address))
  const page = files.get('/index.html')
  if (page) files.set('/', page)
  return files
}

/** Folder by folder: Node 24's `recursive` follows links to folders, out of the build. */
function addressesIn(dir: string, folder: string): string[] {
  return readdirSync(join(dir, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.')) return []
    if (entry.isDirectory()) return addressesIn(dir, `${folder}${entry.name}/`)
    return entry.isFile() && !/\.(br|gz)$/.test(entry.name) ? [`${folder}${entry.name}`] : []
  })
}

/** The response for a file: its smallest encoding that the browser accepts, or 304 if the browser has it. */
export function fileAnswer(file: StoredFile, request: Request): Response {
  const accepted = acceptedCodings(request.headers.get('accept-encoding') ?? '')
  const encoded = file.encoded.find(({ coding }) => accepted.has(coding))
  const { coding, bytes } = encoded ?? { coding: undefined, bytes: file.bytes }
  const etag = `"${file.etag}${coding ? `-${coding}` : ''}"`
  const headers = new Headers({ 'cache-control': file.cacheControl, etag })
  if (file.encoded.length > 0) headers.set('vary', 'accept-encoding')
  if (matchesEtag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  headers.set('content-type', file.type)
  headers.set('content-length', String(bytes.byteLength))
  if (coding) headers.set('content-encoding', coding)
  // A Response made from the bytes themselves would hold a copy.
  return new Response(request.method === 'HEAD' ? null : ReadableStream.from([bytes]), { headers })
}

/** The content type of a file by its extension. Sample configurations use the same. */
export const fileTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Vite puts the content's hash into these names, so their content never changes. */
export const hashed = /^\/assets\/.+-[\w-]{8}\.\w+$/

/** How long a browser caches a file: forever with a hash in its name, else it revalidates each time. */
export const caching = { hashed: 'public, max-age=31536000, immutable', other: 'no-cache' } as const

function readStoredFile(path: string, address: string): StoredFile {
  const bytes = readBytes(path)
  return {
    bytes,
    type: fileTypes[extname(address)] ?? 'application/octet-stream',
    cacheControl: hashed.test(address) ? caching.hashed : caching.other,
    etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    encoded: Object.entries({ br: '.br', gzip: '.gz' }).flatMap(([coding, extension]) => {
      const exists = lstatSync(path + extension, { throwIfNoEntry: false })?.isFile()
      return exists ? [{ coding, bytes: readBytes(path + extension) }] : []
    }),
  }
}

function readBytes(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path))
}

function acceptedCodings(header: string): Set<string> {
  const accepted = new Set<string>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name)
  }
  return accepted
}

function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
