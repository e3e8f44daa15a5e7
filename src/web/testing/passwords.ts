import { createPasswords } from '#web/sheet/passwords.ts'

/** The generated passwords of a page of its own: what one test leaves is not stored when another one leaves its page. */
export const testPasswords = () =>
  createPasswords(Object.assign(new EventTarget(), { localStorage: window.localStorage }) as unknown as Window, '')
