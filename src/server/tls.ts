import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { requirePrivateFile, SettingsError } from './secret-files.ts'
import type { Settings } from './settings.ts'

/** For TLS 1.2, only ciphers with forward secrecy and authenticated encryption; TLS 1.3 has no others. */
export const ciphers = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  ...['ECDSA', 'RSA'].flatMap((key) => [
    `ECDHE-${key}-AES128-GCM-SHA256`,
    `ECDHE-${key}-AES256-GCM-SHA384`,
    `ECDHE-${key}-CHACHA20-POLY1305`,
  ]),
].join(':')

/** The certificate and key of a TLS server, as PEM. */
export type Identity = { cert: Buffer; key: Buffer }

/**
 * Reads the files that TLS_CERT and TLS_KEY name; undefined: they are not set. `warn` is called for a key that others
 * may read.
 * @throws {SettingsError} if a file is unreadable or invalid, if they do not match, or if others may write the key or its
 * folder, or own it.
 */
export function identityFrom(
  { TLS_CERT, TLS_KEY }: Pick<Settings, 'TLS_CERT' | 'TLS_KEY'>,
  warn: (sentence: string) => void,
): Identity | undefined {
  if (TLS_CERT === undefined || TLS_KEY === undefined) return undefined
  const cert = attempt(() => readFileSync(TLS_CERT), 'TLS_CERT names a file that cannot be read.')
  const key = attempt(() => readFileSync(TLS_KEY), 'TLS_KEY names a file that cannot be read.')
  const mode = requirePrivateFile('TLS_KEY', TLS_KEY)
  if ((mode & 0o044) !== 0) warn('TLS_KEY names a file that others may read: run chmod go-r on it.')
  const certificate = attempt(
    () => new X509Certificate(cert),
    'TLS_CERT must hold a certificate as PEM, its own one first.',
  )
  const keyObject = attempt(() => privateKey(key), 'TLS_KEY must hold a private key as PEM, without a passphrase.')
  if (!certificate.checkPrivateKey(keyObject))
    throw new SettingsError('TLS_KEY does not belong to the certificate in TLS_CERT.')
  attempt(() => createSecureContext({ cert, key }), 'TLS_CERT holds a certificate or a chain that TLS cannot use.')
  return { cert, key }
}

function privateKey(pem: Buffer): KeyObject {
  return createPrivateKey({ key: pem, format: 'pem' })
}

/** An inner error may quote the file, so only our own sentence gets out. */
function attempt<T>(read: () => T, sentence: string): T {
  try {
    return read()
  } catch {
    throw new SettingsError(sentence)
  }
}
