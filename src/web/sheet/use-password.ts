import { useRef, useState } from 'react'
import type { PasswordOf } from '#web/resource/form.ts'
import { usePasswords } from './passwords.ts'

/** The password of a form. */
export interface FormPassword extends PasswordOf {
  isTyped: () => boolean
  /**
   * What is sent for this name: read from the field at that time, and kept until it is copied if it was generated. Signing
   * out empties the field, and closing the form removes it.
   */
  secretOf: (name: string) => () => string | undefined
  /** Whether there is one where it is wanted. If not, says `missing` and focuses the field. */
  isGood: (missing: string) => boolean
}

/** A password is no part of a form’s state. `isOptional`: the row has one; `isWanted`: it gets a new one. */
export function usePassword(isOptional: boolean, isWantedFirst: boolean): FormPassword {
  const field = useRef<HTMLInputElement>(null)
  const passwords = usePasswords()
  const [error, setError] = useState<string>()
  const [isWanted, want] = useState(isWantedFirst)
  return {
    field,
    error,
    isOptional,
    isWanted,
    want,
    isTyped: () => (field.current?.value ?? '') !== '',
    secretOf: (name) => () => {
      const { current: node } = field
      if (node === null || node.value === '') return undefined
      passwords.send(name, node.dataset['password'] === 'generated' ? node.value : undefined)
      return node.value
    },
    isGood(missing) {
      const isBad = isWanted && (field.current?.value ?? '') === ''
      setError(isBad ? missing : undefined)
      if (isBad) field.current?.focus()
      return !isBad
    },
  }
}
