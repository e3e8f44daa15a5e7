import { passwordFault, type PasswordFault } from '#contract/user-form.ts'
import { words } from './words.ts'

const faultWords: Record<PasswordFault, string> = {
  missing: words.passwordMissing,
  'too-short': words.passwordShort,
  'too-long': words.passwordLong,
}

/** What is wrong with a password, or undefined. */
export function badPassword(password: string): string | undefined {
  const fault = passwordFault(password)
  return fault && faultWords[fault]
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.~!*+'

/** A password of 24 characters out of 64: 144 bits. `random` fills an array with random bytes. */
export function generatePassword(random: (bytes: Uint8Array<ArrayBuffer>) => void): string {
  const bytes = new Uint8Array(24)
  random(bytes)
  return Array.from(bytes, (byte) => letters[byte % 64]).join('')
}
