import { useRef, useState } from 'react'
import type { PasswordOf } from '#web/resource/form.ts'

/** The password of a form. */
export interface FormPassword extends PasswordOf {
  isTyped: () => boolean
  /** What is sent: read from the field at that time. Signing out empties the field, and closing the form removes it. */
  take: () => TypedPassword | undefined
  /** Whether there is one where it is wanted. If not, says `missing` and focuses the field. */
  isGood: (missing: string) => boolean
}

/** A password at the time of sending. */
export interface TypedPassword {
  text: string
  /** It was generated, and not copied yet. */
  isUncopied: boolean
}

/** A password is no part of a form’s state. `isOptional`: the row has one; `isWanted`: it gets a new one. */
export function usePassword(isOptional: boolean, isWantedFirst: boolean): FormPassword {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [isWanted, want] = useState(isWantedFirst)
  return {
    field,
    error,
    isOptional,
    isWanted,
    want,
    isTyped: () => (field.current?.value ?? '') !== '',
    take() {
      const { current: node } = field
      if (node === null || node.value === '') return undefined
      return { text: node.value, isUncopied: node.dataset['password'] === 'generated' }
    },
    isGood(missing) {
      const isBad = isWanted && (field.current?.value ?? '') === ''
      setError(isBad ? missing : undefined)
      if (isBad) field.current?.focus()
      return !isBad
    },
  }
}
