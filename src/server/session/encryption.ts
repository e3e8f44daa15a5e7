import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** A key of 32 random bytes, and what is made with it. */
export interface EncryptionKey {
  /** A pseudonym of a text: the same for the same text and kind, and meaningless without the key. */
  nameOf: (kind: string, text: string) => string
  /** Encrypts a text, bound to where it is stored. */
  encrypt: (text: string, place: string) => string
  /** The text, or undefined if it was encrypted with another key, for another place, or was changed. */
  decrypt: (sealed: string, place: string) => string | undefined
}

/** AES-256-GCM and HMAC-SHA-256 under two keys that are derived from `secret`. `service`: encrypted texts open for it alone. */
export function encryptionKey(secret: Uint8Array, service: string): EncryptionKey {
  const deriveKey = (use: string) => createHmac('sha256', secret).update(use).digest()
  const [encryption, namingKey] = [deriveKey('query-admin encryption'), deriveKey('query-admin names')]
  const additionalData = (place: string) => Buffer.from(`${place}\n${service}`)
  return {
    nameOf: (kind, text) => createHmac('sha256', namingKey).update(`${kind}\n${service}\n${text}`).digest('base64url'),
    encrypt(text, place) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryption, nonce).setAAD(additionalData(place))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.')
    },
    decrypt(sealed, place) {
      const [nonce, tag, text] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'))
      if (nonce?.length !== 12 || tag?.length !== 16 || text === undefined) return undefined
      try {
        const decipher = createDecipheriv('aes-256-gcm', encryption, nonce)
          .setAAD(additionalData(place))
          .setAuthTag(tag)
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
