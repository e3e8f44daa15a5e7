import { useRef, useState } from 'react'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { User } from '#contract/user.ts'
import type { GeneratedPasswords } from './generated-passwords.ts'
import { words } from './words.ts'

/** The password of a form. */
export type Password = ReturnType<typeof usePassword>

/**
 * A password that belongs to a form but is not part of its state: it is read from its field when the form is sent.
 * `isOptional`: the account has one, and keeps it unless the admin wants a new one; `isWanted`: from the beginning.
 */
export function usePassword({
  isOptional,
  isWanted: first = !isOptional,
}: {
  isOptional: boolean
  isWanted?: boolean
}) {
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [isWanted, want] = useState(first)
  return {
    /** The page reads the password from this element when it sends it. Nothing else holds the text. */
    field,
    error,
    isOptional,
    isWanted,
    want,
    isTyped: () => (field.current?.value ?? '') !== '',
    take: () => passwordIn(field.current),
    /** Whether the password can be sent. If not, shows why and focuses the field. */
    isGood(): boolean {
      // A weak one only gets a warning.
      const bad = isWanted && (field.current?.value ?? '') === '' ? words.passwordMissing : undefined
      setError(bad)
      if (bad !== undefined) field.current?.focus()
      return bad === undefined
    },
  }
}

/** Signing out empties the field, and closing its form removes it: then there is nothing to send. */
function passwordIn(field: HTMLInputElement | null): NewPassword | undefined {
  if (field === null || field.value === '') return undefined
  return { text: field.value, isUncopied: field.dataset['password'] === 'generated' }
}

/** The password in its field at the time of sending. */
export interface NewPassword {
  text: string
  /** It was generated, and not copied yet. */
  isUncopied: boolean
}

/**
 * After a write to a user: keeps a generated password that is not copied and that the service has or may have, and
 * forgets one whose user was deleted here.
 */
export function keepSent(
  passwords: GeneratedPasswords,
  email: string,
  sent: NewPassword | undefined,
  verdict: Verdict<User>,
): void {
  switch (verdict.is) {
    case 'deleted':
      return passwords.forget(email)
    case 'as-asked':
    case 'differently':
      passwords.move(email, verdict.row.email)
      if (sent?.isUncopied === true) passwords.keep(verdict.row.email, sent.text)
      else if (sent !== undefined) passwords.forget(verdict.row.email)
      return
    case 'not-verified':
    case 'unknown':
      if (sent?.isUncopied === true) passwords.keep(email, sent.text)
      return
    case 'conflict':
      // A rename that arrived late.
      return passwords.move(email, verdict.row.email)
    case 'already':
    case 'exists':
    // Somebody else may have renamed the account, which then still has it.
    case 'gone':
    case 'half-replaced':
    case 'locks-out':
    case 'not-applied':
    case 'recreated':
    case 'refused':
    case 'unanswered':
    case 'unchecked':
  }
}
