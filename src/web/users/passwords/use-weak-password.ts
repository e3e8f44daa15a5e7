import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react'
import { useSession } from '#web/session/session.ts'
import { words } from '#web/users/words.ts'

/**
 * Why the password in `field` is easy to guess, as a sentence, or undefined. It only warns. Nothing here keeps the password: it is read from its field each time, and never leaves this browser.
 */
export function useWeakPassword(field: RefObject<HTMLInputElement | null>, emails: readonly string[]) {
  const { announcer } = useSession()
  const [list, setList] = useState<{ isListed: (password: string) => boolean }>()
  const subscribe = (listener: () => void) => {
    const node = field.current
    node?.addEventListener('input', listener)
    return () => node?.removeEventListener('input', listener)
  }
  const weak = useSyncExternalStore(subscribe, () => weakness(field.current?.value ?? '', emails, list?.isListed))
  useEffect(() => {
    if (weak !== undefined) announcer.say(weak)
  }, [weak, announcer])

  useEffect(() => {
    // If the list cannot be loaded, there is no warning.
    import('./password-list.ts').then(setList, () => undefined)
  }, [])
  return weak
}

/** Services may refuse passwords of other lengths. */
const [shortest, longest] = [8, 1024]

function weakness(
  password: string,
  emails: readonly string[],
  isListed: ((password: string) => boolean) | undefined,
): string | undefined {
  if (password === '') return undefined
  const plain = password.trim().toLowerCase()
  if (emails.some((email) => email.trim().toLowerCase() === plain)) return words.passwordIsEmail
  if (password.length > longest) return words.passwordLong
  if (isListed?.(password) === true) return words.passwordListed
  return password.length < shortest ? words.passwordShort : undefined
}
