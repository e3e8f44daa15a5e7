import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// Certificates for 127.0.0.1 and ::1 with P-256 keys that protect nothing, from 2020 to 2049, or from 2020 to 2021
// (expired), or from 2048 (not yet valid). A new one of the first kind:
//   openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -subj /CN=query-admin-test -days 9000 \
//     -addext subjectAltName=IP:127.0.0.1,IP:::1 -keyout self-signed.pem -out self-signed.pem
const folder = join(import.meta.dirname, 'certificates')

/** A certificate and its key, as PEM. */
export interface TestIdentity {
  cert: Buffer
  key: Buffer
}

/** A self-signed certificate and its key. */
export function selfSigned(
  name: 'self-signed' | 'renewed' | 'expired' | 'not-yet-valid' = 'self-signed',
): TestIdentity {
  return identityIn(name)
}

/**
 * A certificate from an authority of its own, its key, and that authority's certificate. `isAllowed`: whether that one
 * says that it may issue others.
 */
export function fromAuthority(isAllowed = true): TestIdentity & { authority: Buffer } {
  const name = isAllowed ? 'issued' : 'issued-without-right'
  return { ...identityIn(name), authority: readFileSync(join(folder, `authority-of-${name}.pem`)) }
}

function identityIn(name: string): TestIdentity {
  const text = readFileSync(join(folder, `${name}.pem`), 'latin1')
  const [cert = '', key = ''] = text.split(/(?=-----BEGIN PRIVATE KEY)/)
  return { cert: Buffer.from(cert), key: Buffer.from(key) }
}
