import { useEffect, useRef, useState, type ClipboardEvent } from 'react'
import { looksLikeSecret } from '#web/router/routes.ts'
import { useSession } from '#web/session/session.ts'

/** Said instead of searching for a secret. */
export const secretInSearchMessage = 'This looks like a token value, so it isn’t searched or kept.'

/**
 * Keeps what looks like a secret out of a search. It is held aside, and shown nowhere, until it is taken or forgotten.
 * `isInName`: whether a text is in the name of a row. Then it is no secret, whatever it looks like.
 */
export function useSecretGuard(isInName: (text: string) => boolean, search: (text: string) => void) {
  const { announcer } = useSession()
  const heldText = useRef('')
  const [isHeld, setIsHeld] = useState(false)
  const holdText = (text: string) => {
    heldText.current = text
    setIsHeld(text !== '')
    if (text !== '') announcer.announce(secretInSearchMessage)
  }
  useEffect(() => () => void (heldText.current = ''), [])
  const isSecret = (text: string) => looksLikeSecret(text) && !isInName(text)
  const type = (text: string) => {
    holdText(isSecret(text) ? text : '')
    search(isSecret(text) ? '' : text)
  }
  return {
    isHeld,
    type,
    forget: () => holdText(''),
    // Alone: what was typed before is no part of the secret.
    onPaste: (event: ClipboardEvent) => {
      const pasted = event.clipboardData.getData('text/plain')
      if (!isSecret(pasted)) return
      event.preventDefault()
      type(pasted)
    },
    /** Hands out what is held. The function returns it once. */
    take(): () => string {
      let secret = heldText.current
      holdText('')
      return () => {
        const takenSecret = secret
        secret = ''
        return takenSecret
      }
    },
  }
}
