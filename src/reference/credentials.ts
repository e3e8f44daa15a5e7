import { randomBytes, randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { CompactSign } from 'jose'
import { writeJson } from './requests.ts'

/** The claims of a signed value. `exp` is left out if there is no expiry. */
export interface Claims {
  iss: 'token' | 'user_token'
  iat: bigint
  exp: bigint | null
}
/** The cost of a password hash; argon2's own defaults (19 MiB, 2 passes) if absent. */
export interface PasswordCost {
  memoryCost: number
  timeCost: number
}

/** The argon2id hash of a password, which may be empty. */
export function hashPassword(password: string, cost?: PasswordCost): Promise<string> {
  return hash(password, cost)
}

/** Whether `passwordHash` is a hash of `password`. */
export async function passwordFits(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password).catch(() => false)
}

/**
 * A JWT (HS256) of the claims and a random `sub`, so that no two are equal. Integers keep all their digits, which is
 * why the library does not write the payload.
 */
export function signValue(claims: Claims, key: Uint8Array): Promise<string> {
  const { iss, iat, exp } = claims
  const payload = writeJson({ sub: randomUUID(), ...(exp === null ? {} : { exp }), iat, iss })
  return new CompactSign(Buffer.from(payload)).setProtectedHeader({ typ: 'JWT', alg: 'HS256' }).sign(key)
}

/** A value without claims. */
export function opaqueValue(): string {
  return randomBytes(32).toString('base64url')
}
