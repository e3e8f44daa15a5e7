/**
 * Many short texts as the code units of all of them, one byte for each where they are ASCII, and where each ends: some
 * memory outside the JavaScript heap, which goes from one thread to another without being copied.
 */
export interface PackedTexts {
  units: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>
  ends: Uint32Array<ArrayBuffer>
}

/** Packs texts, whatever code units are in them. */
export function packTexts(texts: readonly string[]): PackedTexts {
  const all = texts.join('')
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [index, text] of texts.entries()) {
    end += text.length
    ends[index] = end
  }
  const units = isAscii(all) ? new Uint8Array(all.length) : new Uint16Array(all.length)
  for (let at = 0; at < all.length; at += 1) units[at] = all.charCodeAt(at)
  return { units, ends }
}

/** The text at `index`; empty beyond the last. */
export function textAt(packed: PackedTexts, index: number): string {
  return allTexts(packed).slice(index === 0 ? 0 : packed.ends[index - 1], packed.ends[index])
}

/** All texts as one. Made when it is wanted, and kept for as long as the browser likes. */
export function allTexts(packed: PackedTexts): string {
  const kept = made.get(packed)?.deref()
  if (kept !== undefined) return kept.all
  const all = unpacked(packed.units)
  made.set(packed, new WeakRef({ all }))
  return all
}

const made = new WeakMap<PackedTexts, WeakRef<{ all: string }>>()
const ascii = new TextDecoder()

function unpacked(units: PackedTexts['units']): string {
  if (units instanceof Uint8Array) return ascii.decode(units)
  let all = ''
  // A decoder would replace what is no whole character.
  for (let at = 0; at < units.length; at += most) all += String.fromCharCode(...units.subarray(at, at + most))
  return all
}

/** How many arguments a call can surely have. */
const most = 8192

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false
  return true
}
