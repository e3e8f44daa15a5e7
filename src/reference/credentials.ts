import { randomBytes, randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { CompactSign } from 'jose'
import { writeJson } from './requests.ts'

/** What a signed value says of itself. `exp` is left out when it never expires by a date. */
export interface Claims {
  iss: 'token' | 'user_token'
  iat: bigint
  exp: bigint | null
}
/** How dear a password hash is; argon2's own defaults (19 MiB, 2 passes) unless given. */
export interface PasswordCost {
  memoryCost: number
  timeCost: number
}

/** The argon2id hash of a password, an empty one too. */
export function hashPassword(password: string, cost?: PasswordCost): Promise<string> {
  return hash(password, cost)
}

/** Whether `password` made `passwordHash`. */
export async function passwordFits(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password).catch(() => false)
}

/**
 * A JWT (HS256) of the claims and a random `sub`, no two alike. Integers are written to the last digit, which is why
 * the payload is not left to the library.
 */
export function signValue(claims: Claims, key: Uint8Array): Promise<string> {
  const { iss, iat, exp } = claims
  const payload = writeJson({ sub: randomUUID(), ...(exp === null ? {} : { exp }), iat, iss })
  return new CompactSign(Buffer.from(payload)).setProtectedHeader({ typ: 'JWT', alg: 'HS256' }).sign(key)
}

/** A value that says nothing of itself. */
export function opaqueValue(): string {
  return randomBytes(32).toString('base64url')
}
