import type { PackedTexts } from './packed-texts.ts'

const encoder = new TextEncoder()

/** Packs texts, whatever code units are in them. */
export function packTexts(texts: readonly string[]): PackedTexts {
  const all = texts.join('')
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (let index = 0; index < texts.length; index += 1) ends[index] = end += texts[index]!.length
  return { units: unitsOf(all), ends }
}

function unitsOf(all: string): PackedTexts['units'] {
  const bytes = encoder.encode(all)
  // All else but ASCII takes more bytes than units.
  if (bytes.length === all.length) return bytes
  const units = new Uint16Array(all.length)
  for (let at = 0; at < all.length; at += 1) units[at] = all.charCodeAt(at)
  return units
}
