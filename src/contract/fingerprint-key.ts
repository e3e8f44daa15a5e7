/** A random key for `fingerprintOf`. */
export function fingerprintKey(): string {
  const bytes = globalThis.crypto?.getRandomValues?.(new Uint8Array(16)) ?? new Uint8Array(16)
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
