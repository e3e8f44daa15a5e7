import { expect, test } from 'vitest'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { User } from '#contract/user.ts'
import { verdicts } from '#web/testing/verdicts.ts'
import { createGeneratedPasswords } from './generated-passwords.ts'
import { keepSent } from './use-password.ts'

const email = 'a@x.test'
const sent = { text: 'generated one', isUncopied: true }
const row = { email, admin: false, active: true } as User
const asAsked = { is: 'as-asked', row, at: 1, unseen: ['password'] } as Verdict<User>

function kept() {
  const passwords = createGeneratedPasswords(new EventTarget())
  keepSent(passwords, email, sent, asAsked)
  return passwords
}

test.each(['as-asked', 'differently', 'not-verified', 'unknown'] as const)(
  'a generated password is kept where the service has it, or may have it: %s',
  (is) => {
    const passwords = createGeneratedPasswords(new EventTarget())
    const verdict = { ...verdicts[is], ...(is === 'as-asked' || is === 'differently' ? { row } : {}) }
    keepSent(passwords, email, sent, verdict as Verdict<User>)
    expect(passwords.read(email)).toBe(sent.text)
  },
)

test.each(['refused', 'exists', 'conflict', 'already', 'not-applied', 'unanswered'] as const)(
  'what certainly did not arrive is not kept, and one that was sent before stays: %s',
  (is) => {
    const passwords = createGeneratedPasswords(new EventTarget())
    const verdict = { ...verdicts[is], row } as unknown as Verdict<User>
    keepSent(passwords, email, sent, verdict)
    expect(passwords.read(email)).toBeUndefined()
    const before = kept()
    keepSent(before, email, { text: 'another', isUncopied: true }, verdict)
    expect(before.read(email)).toBe(sent.text)
  },
)

test('it follows its user to a new email, and goes with a typed password, a deletion or the page', () => {
  const moved = kept()
  keepSent(moved, email, undefined, { ...asAsked, row: { ...row, email: 'b@x.test' } } as Verdict<User>)
  expect([moved.read(email), moved.read('b@x.test')]).toEqual([undefined, sent.text])
  const late = kept()
  const renamed = { ...verdicts.conflict, row: { ...row, email: 'b@x.test' } }
  keepSent(late, email, undefined, renamed as unknown as Verdict<User>)
  expect([late.read(email), late.read('b@x.test')]).toEqual([undefined, sent.text])
  const typed = kept()
  keepSent(typed, email, { text: 'typed', isUncopied: false }, asAsked)
  expect(typed.read(email)).toBeUndefined()
  const gone = kept()
  keepSent(gone, email, undefined, verdicts.deleted)
  expect(gone.get().kept.size).toBe(0)
  const perhapsRenamed = kept()
  keepSent(perhapsRenamed, email, undefined, verdicts.gone)
  expect(perhapsRenamed.read(email)).toBe(sent.text)
  const page = new EventTarget()
  const left = createGeneratedPasswords(page)
  left.keep(email, sent.text)
  page.dispatchEvent(new Event('pagehide'))
  expect(left.get().kept.size).toBe(0)
})
