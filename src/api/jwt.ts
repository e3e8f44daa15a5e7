import { asRecord } from './wire.ts'

/** Bytes in hexadecimal. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** So many random bytes, in hexadecimal. */
export function randomHex(bytes: number): string {
  return hexOf(globalThis.crypto.getRandomValues(new Uint8Array(bytes)))
}

/** The claims of a JWT that the console uses: when it was issued and when it expires, as the numbers in it. */
export interface Claims {
  iat?: number | undefined
  exp?: number | undefined
}

/**
 * What the console keeps of a value in a row, never the value itself.
 * - `claims`: if it is a JWT.
 * - `fingerprint`: only in reads of single rows.
 * - `yours`: it is the access token of this connection.
 */
export interface ValueMetadata {
  claims?: Claims | undefined
  fingerprint?: string | undefined
  yours?: true | undefined
}

/**
 * Identifies the owner of an access token: the user it names, else the email of the sign-in, else the token itself.
 * Equal identities mean the same person. The result may be the secret: compare it, never show it.
 */
export function identityOf(bearer: string, email: string | undefined): string {
  const [subject] = subjectsOf(bearer)
  return subject ?? email ?? bearer
}

/** The value in a row, under any name that services use. It must not outlive the parsing of that row. */
export function valueInRow(row: unknown): string | undefined {
  const json = asRecord(row)
  if (json === undefined) return undefined
  for (const secret of [json['token'], json['value'], json['secret'], json['jwt']]) {
    if (typeof secret === 'string' && secret !== '') return secret
  }
  return undefined
}

/** The users that an access token names: its subject and its email, if it is a JWT with those. */
export function subjectsOf(bearer: string | undefined): ReadonlySet<string> {
  const json = payloadOf(bearer ?? '')
  return new Set([json?.['sub'], json?.['email']].filter((claim) => typeof claim === 'string'))
}

/** Whether an access token is a token's value, by its issuer as observed services set it. */
export function isTokenValue(bearer: string): boolean {
  return payloadOf(bearer)?.['iss'] === 'token'
}

/**
 * The claims of a JWT; undefined for anything else. The service checks the signature. jose's `decodeJwt` takes three
 * times as long (169 ms for the values of 100,000 rows).
 */
export function claimsOf(secret: string): Claims | undefined {
  const json = payloadOf(secret)
  return json && { iat: finiteNumber(json['iat']), exp: finiteNumber(json['exp']) }
}

function payloadOf(jwt: string): Readonly<Record<string, unknown>> | undefined {
  const start = jwt.indexOf('.') + 1
  const end = jwt.indexOf('.', start)
  if (start === 0 || end < 0) return undefined
  try {
    return asRecord(JSON.parse(atob(jwt.slice(start, end).replace(/-/g, '+').replace(/_/g, '/'))))
  } catch {
    return undefined
  }
}

/**
 * A fingerprint of a value: 96 bits of SHA-256. Equal fingerprints mean equal values. `key` is random for each
 * connection, so a fingerprint means nothing elsewhere. Undefined if the browser has no `crypto.subtle` (plain http
 * beyond loopback).
 */
export async function fingerprintOf(secret: string, key: string): Promise<string | undefined> {
  const subtle: Crypto['subtle'] | undefined = globalThis.crypto.subtle
  if (subtle === undefined) return undefined
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(`${key}.${secret}`)))
  return hexOf(digest.subarray(0, 12))
}

function finiteNumber(json: unknown): number | undefined {
  return typeof json === 'number' && Number.isFinite(json) ? json : undefined
}

/** What looks like a JWT in a text. Without the lookbehind, one very long word takes quadratic time. */
export const jwtPattern = /(?<![\w-])[\w-]{8,}\.[\w-]{8,}\.[\w-]*|eyJ[\w-]{8,}/g
