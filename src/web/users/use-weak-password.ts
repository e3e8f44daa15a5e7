import { useEffect, useRef, useState, type RefObject } from 'react'
import { useConsole } from '#web/app/console.tsx'
import { words } from './words.ts'

/**
 * Why the password in `field` is easily guessed, in words, or undefined; `look` is called when it changed. It warns and
 * stops nobody. Nothing here keeps the password: it is read from its field each time, and compared in this browser.
 */
export function useWeakPassword(field: RefObject<HTMLInputElement | null>, emails: readonly string[]) {
  const { announcer } = useConsole()
  const [weak, setWeak] = useState<string>()
  const isListed = useRef<(password: string) => boolean>(undefined)
  const read = () => setWeak(weakness(field.current?.value ?? '', emails, isListed.current))
  const steadyRead = useRef(read)
  steadyRead.current = read
  const spelled = emails.join('\n')
  useEffect(() => steadyRead.current(), [spelled])
  useEffect(() => {
    if (weak !== undefined) announcer.say(weak)
  }, [weak, announcer])

  const look = () => {
    read()
    if (isListed.current !== undefined || field.current?.value === '') return
    import('./password-list.ts').then(
      (list) => {
        isListed.current = list.isListed
        steadyRead.current()
      },
      () => undefined, // without the list nothing is warned of
    )
  }
  return { weak, look }
}

function weakness(
  password: string,
  emails: readonly string[],
  isListed: ((password: string) => boolean) | undefined,
): string | undefined {
  const plain = password.trim().toLowerCase()
  if (plain === '') return undefined
  if (emails.some((email) => email.trim().toLowerCase() === plain)) return words.passwordIsEmail
  return isListed?.(password) === true ? words.passwordListed : undefined
}
