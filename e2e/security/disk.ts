import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { secretFinder } from './secret-parts.ts'

/** What was found on disk, and how much was searched. */
export interface OnDisk {
  /** Paths of files that contain a secret or 16 characters of one, as they are or decoded. */
  hits: string[]
  files: number
  bytes: number
  /** The number of texts that were compressed with gzip or brotli. */
  unpacked: number
}

/** Searches every file below `dir`, as bytes, as UTF-16, and decompressed from gzip or brotli. */
export async function foundOnDisk(dir: string, secrets: readonly string[]): Promise<OnDisk> {
  const holdsSecret = secretFinder(secrets)
  const found: OnDisk = { hits: [], files: 0, bytes: 0, unpacked: 0 }
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    const packed = unpacked(bytes)
    found.files += 1
    found.bytes += bytes.byteLength
    found.unpacked += packed.length
    const isHit = [bytes, ...packed].some((content) =>
      [content.toString('latin1'), content.toString('utf16le'), content.subarray(1).toString('utf16le')].some(
        holdsSecret,
      ),
    )
    if (isHit) found.hits.push(path.slice(dir.length + 1))
  }
  return found
}

const gzipBegins = Buffer.from([0x1f, 0x8b, 0x08])
/** The first and last bytes of an entry in Chromium's cache, little-endian. Its body follows 24 bytes and the key. */
const entryBegins = Buffer.from('305c72a71b6dfbfc', 'hex')
const bodyEnds = Buffer.from('d8410d97456ffaf4', 'hex')

function unpacked(bytes: Buffer): Buffer[] {
  const texts: Buffer[] = []
  const attempt = (unpack: () => Buffer) => {
    try {
      texts.push(unpack())
    } catch {
      // It only looked compressed.
    }
  }
  for (let at = bytes.indexOf(gzipBegins); at >= 0; at = bytes.indexOf(gzipBegins, at + 1)) {
    attempt(() => gunzipSync(cut(bytes, at)))
  }
  if (bytes.subarray(0, 8).equals(entryBegins)) {
    attempt(() => brotliDecompressSync(cut(bytes, 24 + bytes.readUInt32LE(12))))
  }
  return texts
}

/** From `at` to the end of the entry's body, or of `bytes`. */
function cut(bytes: Buffer, at: number): Buffer {
  const end = bytes.indexOf(bodyEnds, at)
  return bytes.subarray(at, end < 0 ? bytes.length : end)
}
