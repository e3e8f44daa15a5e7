import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A new self-signed certificate for 127.0.0.1 and ::1, valid in these years, and its key. */
export function selfSigned(from = 20, until = 49): { cert: Buffer; key: Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { cert: pem(certificate(publicKey, privateKey, [from, until])), key: pkcs8(privateKey) }
}

/**
 * A certificate for 127.0.0.1 and ::1 from an authority of its own, its key, and that authority's certificate.
 * `isAllowed`: whether that one says that it may issue others.
 */
export function fromAuthority(isAllowed = true): { cert: Buffer; key: Buffer; authority: Buffer } {
  const [own, authority] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }))
  if (!own || !authority) throw new Error('no keys')
  const issuer = 'query-admin-authority'
  return {
    cert: pem(certificate(own.publicKey, authority.privateKey, [20, 49], issuer)),
    key: pkcs8(own.privateKey),
    authority: pem(
      certificate(
        authority.publicKey,
        authority.privateKey,
        [20, 49],
        issuer,
        issuer,
        isAllowed ? mayIssue : forAddress,
      ),
    ),
  }
}

function pkcs8(key: KeyObject): Buffer {
  return Buffer.from(key.export({ type: 'pkcs8', format: 'pem' }))
}

const ecdsaWithSha256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'))
const commonName = Buffer.from('0603550403', 'hex')
const subjectAltName = Buffer.from('0603551d11', 'hex')
// This machine by both of its addresses: Caddy would get a certificate of its own for one that is missing.
const addresses = [
  [127, 0, 0, 1],
  [...Array.from({ length: 15 }, () => 0), 1],
].map((ip) => der(0x87, Buffer.from(ip)))
const forAddress = der(0x30, subjectAltName, der(0x04, der(0x30, ...addresses)))
/** The critical extension basicConstraints with CA true. */
const mayIssue = der(0x30, Buffer.from('0603551d130101ff040530030101ff', 'hex'))

function certificate(
  publicKey: KeyObject,
  signer: KeyObject,
  [first, last]: readonly [number, number],
  issuer = 'query-admin-test',
  subject = 'query-admin-test',
  extension = forAddress,
): Buffer {
  const named = (name: string) => der(0x30, der(0x31, der(0x30, commonName, der(0x0c, Buffer.from(name)))))
  const from = der(0x17, Buffer.from(`${first}0101000000Z`))
  const until = der(0x17, Buffer.from(`${last}1231235959Z`))
  const tbsCertificate = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    named(issuer),
    der(0x30, from, until),
    named(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, extension)),
  )
  return der(0x30, tbsCertificate, ecdsaWithSha256, der(0x03, Buffer.from([0]), sign('sha256', tbsCertificate, signer)))
}

/** One ASN.1 value: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const inner = Buffer.concat(parts)
  const { length } = inner
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), inner])
}

function pem(bytes: Buffer): Buffer {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return Buffer.from(['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'))
}
