import type { User } from '#contract/user.ts'
import { isAccepted, isUnlisted, type Outcome } from '#contract/write/outcome.ts'
import type { Told } from '#web/resource/say.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { words } from './words.ts'

/** What is said of a password that was sent, which no list shows; and of a creation that no list confirms. */
export function passwordWords(outcome: Outcome<User, object>): Pick<Told, 'tone' | 'says' | 'next'> | undefined {
  const { done } = outcome
  if (!isAccepted(outcome)) return undefined
  if (done.do === 'create' && isUnlisted(outcome)) {
    const says = `If “${visible(done.name)}” already existed, nothing was created; this changes that account.`
    return { says, next: ['send-flags'] }
  }
  if (!done.unseen.includes('password')) return undefined
  const unseen = isUnlisted(outcome) ? '' : 'No list shows passwords, so the console can’t check it. '
  return { says: done.do === 'create' ? unseen.trim() : `${unseen}${words.bearersStay}`, next: [] }
}
