import { randomUUID } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { SignJWT } from 'jose'

/** The claims of a signed value. */
export interface SignedClaims {
  iss: 'token' | 'user_token'
  iat: number
  exp: number
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

/** A JWT (HS256) of the claims and a random `sub`, so that no two are equal. */
export function signValue({ iss, iat, exp }: SignedClaims, key: Uint8Array): Promise<string> {
  return new SignJWT({ sub: randomUUID(), exp, iat, iss }).setProtectedHeader({ typ: 'JWT', alg: 'HS256' }).sign(key)
}
