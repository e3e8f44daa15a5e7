/**
 * Many short texts as the code units of all of them, one byte for each where they are ASCII, and where each ends: some
 * memory outside the JavaScript heap, which goes from one thread to another without being copied.
 */
export interface PackedTexts {
  units: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>
  ends: Uint32Array<ArrayBuffer>
}

/** For whoever keeps texts whose memory goes elsewhere. */
export function copied({ units, ends }: PackedTexts): PackedTexts {
  return { units: units.slice(), ends: ends.slice() }
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
