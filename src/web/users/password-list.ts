// oxlint-disable-next-line import/default -- Vite’s
import common from './common-passwords.txt?raw'

const commonPasswords = new Set(common.trimEnd().split('\n'))

/**
 * Whether a password, in any case, is one of the 5,000 most common ones with at least eight characters; shorter ones
 * get a warning anyway. From @zxcvbn-ts/language-common 4.1.3 (MIT; Dan Wheeler, Dropbox, zxcvbn-ts), without slurs.
 */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase())
}
