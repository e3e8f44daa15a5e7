import { createGeneratedPasswords } from '#web/secrets/generated-passwords.ts'

/** The generated passwords of a page of its own: what one test leaves is not stored when another one leaves its page. */
export const testPasswords = () =>
  createGeneratedPasswords(
    Object.assign(new EventTarget(), { sessionStorage: window.sessionStorage }) as unknown as Window,
    '',
    () => false,
  )
