import { type RefObject, useState, useSyncExternalStore, useEffect } from 'react'
import { useSession } from '#web/session/session.ts'
import { userMessages } from './messages.ts'

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.~!*+'

/** A password of 24 characters out of 64: 144 bits. `random` fills an array with random bytes. */
export function generatePassword(random: (bytes: Uint8Array<ArrayBuffer>) => void): string {
  const bytes = new Uint8Array(24)
  random(bytes)
  return Array.from(bytes, (byte) => alphabet[byte % 64]).join('')
}

/**
 * Why the password in `field` is easy to guess, as a sentence, or undefined. It only warns. Nothing here keeps the password: it is read from its field each time, and never leaves this browser.
 */
export function useWeakPassword(field: RefObject<HTMLInputElement | null>, emails: readonly string[]) {
  const { announcer } = useSession()
  const [commonPasswords, setCommonPasswords] = useState<{ isCommonPassword: (password: string) => boolean }>()
  const subscribe = (listener: () => void) => {
    const input = field.current
    input?.addEventListener('input', listener)
    return () => input?.removeEventListener('input', listener)
  }
  const weak = useSyncExternalStore(subscribe, () =>
    weakness(field.current?.value ?? '', emails, commonPasswords?.isCommonPassword),
  )
  useEffect(() => {
    if (weak !== undefined) announcer.announce(weak)
  }, [weak, announcer])

  useEffect(() => {
    // If the list cannot be loaded, there is no warning.
    import('./password-list.ts').then(setCommonPasswords, () => undefined)
  }, [])
  return weak
}

/** Services may refuse passwords of other lengths. */
const [minLength, maxLength] = [8, 1024]

function weakness(
  password: string,
  emails: readonly string[],
  isCommonPassword: ((password: string) => boolean) | undefined,
): string | undefined {
  if (password === '') return undefined
  const normalized = password.trim().toLowerCase()
  if (emails.some((email) => email.trim().toLowerCase() === normalized)) return userMessages.passwordIsEmail
  if (password.length > maxLength) return userMessages.passwordLong
  if (isCommonPassword?.(password) === true) return userMessages.passwordListed
  return password.length < minLength ? userMessages.passwordShort : undefined
}
