import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { type Settings, SettingsError } from './settings.ts'

/** What a TLS server shows and keeps, as PEM. */
export type Identity = { cert: Buffer; key: Buffer }

/**
 * What TLS_CERT and TLS_KEY name, read once; undefined where they name nothing.
 * @throws {SettingsError} when they cannot be read, hold something else or do not belong together.
 */
export function identityFrom({ TLS_CERT, TLS_KEY }: Pick<Settings, 'TLS_CERT' | 'TLS_KEY'>): Identity | undefined {
  if (TLS_CERT === undefined || TLS_KEY === undefined) return undefined
  const cert = attempt(() => readFileSync(TLS_CERT), 'TLS_CERT names a file that cannot be read.')
  const key = attempt(() => readFileSync(TLS_KEY), 'TLS_KEY names a file that cannot be read.')
  const shown = attempt(() => new X509Certificate(cert), 'TLS_CERT must hold a certificate as PEM, its own one first.')
  const kept = attempt(() => privateKey(key), 'TLS_KEY must hold a private key as PEM, without a passphrase.')
  if (!shown.checkPrivateKey(kept)) throw new SettingsError('TLS_KEY does not belong to the certificate in TLS_CERT.')
  attempt(() => createSecureContext({ cert, key }), 'TLS_CERT holds a certificate or a chain that TLS cannot use.')
  return { cert, key }
}

function privateKey(pem: Buffer): KeyObject {
  return createPrivateKey({ key: pem, format: 'pem' })
}

/** What fails inside speaks of the file's content, so only our own sentence comes out. */
function attempt<T>(read: () => T, sentence: string): T {
  try {
    return read()
  } catch {
    throw new SettingsError(sentence)
  }
}
