import { typeable } from '#contract/list/name-keys.ts'
import type { Session } from '#web/ui/session.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { deletionAction, serviceFact, type Question, type ReasonToAsk } from '#web/writes/acts/question.ts'
import { lossBy, type Danger, type UserAct } from './lockout.ts'
import type { ShownChange } from './user-hooks.ts'

interface Account {
  email: string
  danger: Danger | undefined
}

/** The question before a user is deleted. */
export function deletionQuestion({ email, danger }: Account, { place }: Session, reason?: ReasonToAsk): Question {
  return {
    title: `Delete “${visible(email)}”?`,
    action: deletionAction('user', reason),
    danger: true,
    sentences: [
      'The account can no longer sign in. Token values this person copied keep working. You can’t undo this.',
      shutsOutWords(danger, { is: 'delete' }),
    ],
    ...typedEmail(email, danger),
    facts: [serviceFact(place)],
  }
}

/** The question before a save of a user; undefined: there is nothing to say or to type. */
export function saveQuestion({ email, danger }: Account, change: ShownChange): Question | undefined {
  const leaves = change.active === false
  if (!leaves && danger === undefined) return undefined
  const [action, title] = verbsOf(change)
  return {
    title: `${title} “${visible(email)}”?`,
    action,
    sentences: [
      leaves &&
        `“${visible(email)}” can no longer sign in or administer. Access tokens issued before may still read and write data until the user is deleted.`,
      shutsOutWords(danger, { is: 'save', change }),
    ],
    ...typedEmail(email, danger),
    ...(leaves && { instead: { label: 'Delete user…' } }),
  }
}

const typedEmail = (email: string, danger: Danger | undefined): Pick<Question, 'typed'> =>
  danger === undefined ? {} : { typed: { what: 'email', names: [email, typeable(email)] } }

/** The label of the button, and the title up to the email. */
function verbsOf(change: ShownChange): readonly [action: string, title: string] {
  switch (lossBy({ is: 'save', change })) {
    case 'deactivate':
      return ['Deactivate', 'Deactivate']
    case 'demote':
      return ['Turn admin off', 'Turn admin off for']
    case 'rename':
      return ['Change email', 'Change the email of']
    default:
      if (Object.keys(change).length > 1) return ['Save changes', 'Save changes to']
      if (change.active === true) return ['Activate', 'Activate']
      return change.admin === true ? ['Turn admin on', 'Turn admin on for'] : ['Save changes', 'Save changes to']
  }
}

/** Says whom an act may lock out, and who could undo it; undefined: nobody. */
function shutsOutWords(danger: Danger | undefined, act: UserAct): string | undefined {
  if (danger === undefined) return undefined
  const nobody = 'Afterwards, nobody may be able to manage this service.'
  if (danger === 'last-admin') return `This is the last active admin in this list. ${nobody}`
  if (danger === 'you-last') return `You are the last active admin in this list. ${nobody}`
  if (lossBy(act) === 'rename') {
    return danger === 'you'
      ? 'You signed in with this account. Sign in with the new email from then on.'
      : 'If this is your account, you sign in with the new email from then on.'
  }
  // The dialog of a deletion says itself that nobody can undo it.
  const undo = act.is === 'delete' ? '.' : ', and only another admin can undo it.'
  return danger === 'you'
    ? `You signed in with this account. You will be signed out${undo}`
    : `If this is your account, you will be signed out${undo}`
}
