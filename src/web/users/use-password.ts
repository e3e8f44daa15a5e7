import { useRef, useState } from 'react'
import { badPassword } from './password.ts'

/** A password beside a form, which never holds it: the text lives in its field and is read at sending. */
export function usePassword(isWanted: boolean) {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  return {
    field,
    error,
    isTyped: () => (field.current?.value ?? '') !== '',
    take: () => (isWanted ? field.current?.value : undefined),
    /** Whether it can be sent; if not, its field says why and has the focus. */
    isGood(): boolean {
      const bad = isWanted ? badPassword(field.current?.value ?? '') : undefined
      setError(bad)
      if (bad !== undefined) field.current?.focus()
      return bad === undefined
    },
  }
}
