import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A new self-signed certificate for 127.0.0.1, valid from 2020 to 2049, and its key. */
export function selfSigned(): { cert: Buffer; key: Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return { cert: pem(certificate(publicKey, privateKey)), key }
}

const ecdsaWithSha256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'))
const commonName = Buffer.from('0603550403', 'hex')
const subjectAltName = Buffer.from('0603551d11', 'hex')

function certificate(publicKey: KeyObject, privateKey: KeyObject): Buffer {
  const name = der(0x30, der(0x31, der(0x30, commonName, der(0x0c, Buffer.from('query-admin-test')))))
  const from = der(0x17, Buffer.from('200101000000Z'))
  const until = der(0x17, Buffer.from('491231235959Z'))
  const address = der(0x30, subjectAltName, der(0x04, der(0x30, der(0x87, Buffer.from([127, 0, 0, 1])))))
  const said = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    der(0x30, from, until),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, address)),
  )
  return der(0x30, said, ecdsaWithSha256, der(0x03, Buffer.from([0]), sign('sha256', said, privateKey)))
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
