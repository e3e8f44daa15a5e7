/** Bytes in hexadecimal. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** So many random bytes, in hexadecimal. */
export function randomHex(bytes: number): string {
  return hexOf(globalThis.crypto.getRandomValues(new Uint8Array(bytes)))
}
