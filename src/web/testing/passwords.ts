import { createTabList } from '#web/jobs/tab-list.ts'
import { createGeneratedPasswords } from '#web/secrets/generated-passwords.ts'

/** A list in the storage of this tab, of a page of its own: what one test leaves is not stored when another one leaves its page. */
export const testTabList = () =>
  createTabList(Object.assign(new EventTarget(), { sessionStorage: window.sessionStorage }) as unknown as Window, '')

/** The generated passwords of such a page. */
export const testPasswords = () =>
  createGeneratedPasswords(new EventTarget() as unknown as Window, testTabList(), () => false)
