import * as z from 'zod/mini'
import { words } from './words.ts'

/** A password as it is sent: verbatim, 8 to 1,024 characters. */
export const Password = z
  .string()
  .check(
    z.minLength(1, { error: words.passwordMissing, abort: true }),
    z.minLength(8, { error: words.passwordShort, abort: true }),
    z.maxLength(1024, { error: words.passwordLong }),
  )

/** What is wrong with a password, or undefined. */
export function badPassword(password: string): string | undefined {
  const parsed = Password.safeParse(password)
  return parsed.success ? undefined : parsed.error.issues[0]?.message
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.~!*+'

/** 24 characters of 64 kinds: 144 bits. `random` fills an array with random bytes. */
export function generatePassword(random: (bytes: Uint8Array<ArrayBuffer>) => void): string {
  const bytes = new Uint8Array(24)
  random(bytes)
  return Array.from(bytes, (byte) => letters[byte % 64]).join('')
}
