const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.~!*+'

/** A password of 24 characters out of 64: 144 bits. `random` fills an array with random bytes. */
export function generatePassword(random: (bytes: Uint8Array<ArrayBuffer>) => void): string {
  const bytes = new Uint8Array(24)
  random(bytes)
  return Array.from(bytes, (byte) => letters[byte % 64]).join('')
}
