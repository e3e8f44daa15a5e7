import type { User, UserChange } from '#api/user.ts'
import type { ActionContext, ActionOptions } from '#web/resource/action.ts'
import { deletionLabels, paragraphIf, subjectText, type Confirmation } from '#web/resource/confirmation.ts'
import { saveLabels } from '#web/resource/save-labels.ts'
import { pluralize } from '#web/ui/format.ts'
import type { userSentences } from './confirmation-sentences.ts'
import { lockoutConfirmation, userAfterChange } from './lockout.ts'

// What is said before anything is done to users. One row is a selection of one. Lock-outs: `lockout.ts`.

const paragraph = paragraphIf<keyof typeof userSentences>

type UserActionContext = ActionContext<User>

/** From so many rows on, the number has to be typed before they are deleted. */
const typedCountFrom = 10

/** `“X”`, or `46 users`. */
const namesOf = (users: readonly User[]) => users.map(({ email }) => email)

/** The confirmation of a save; undefined: of one user, nobody loses anything by it. */
function saveConfirmation(
  users: readonly User[],
  change: UserChange,
  context: UserActionContext,
  { acknowledged, isUndo }: Pick<ActionOptions, 'acknowledged' | 'isUndo'>,
): Confirmation | undefined {
  const [only, ...otherUsers] = users
  if (only === undefined) return undefined
  const effective = otherUsers.length === 0 ? effectiveChange(only, change, context) : change
  const { active, admin } = effective
  const lockout = lockoutConfirmation(
    users.map((user) => [user, userAfterChange(user, effective)]),
    context,
    acknowledged,
  )
  if (otherUsers.length === 0 && active !== false && lockout === undefined) return undefined
  const { label, title } = saveLabels(effective, isUndo)
  return {
    title: `${title.replace('#', () => subjectText(namesOf(users), 'user'))}?`,
    confirmLabel: label,
    paragraphs: [
      ...paragraph(active === false && 'loses-access', active === false && 'access-tokens-stay'),
      ...paragraph(
        active === true && 'can-sign-in',
        active !== false && admin !== undefined && (admin ? 'can-administer' : 'cannot-administer'),
      ),
      ...(lockout?.paragraphs ?? []),
    ],
    ...lockout?.requirements,
  }
}

/** What a change makes of a row: what the row has already is no change. Without a list, nobody knows what it has. */
function effectiveChange(
  row: User,
  { admin, active, ...otherFields }: UserChange,
  { list }: UserActionContext,
): UserChange {
  return {
    ...otherFields,
    ...(admin !== undefined && (list === undefined || admin !== row.admin) && { admin }),
    ...(active !== undefined && (list === undefined || active !== row.active) && { active }),
  }
}

/** The confirmation of new passwords, which are generated. */
function passwordsConfirmation(users: readonly User[]): Confirmation {
  return {
    title: `Set new passwords for ${pluralize(users.length, 'user')}?`,
    confirmLabel: 'Set new passwords',
    paragraphs: paragraph('passwords-stop', 'copy-from-report'),
  }
}

/** The confirmation of what cannot be undone. Without a list, nothing tells whether it is still the same account. */
function deleteConfirmation(
  users: readonly User[],
  _change: UserChange,
  context: UserActionContext,
  { acknowledged }: Pick<ActionOptions, 'acknowledged'>,
): Confirmation {
  const isUnchecked = context.list === undefined || acknowledged.includes('identity-unknown')
  const lockout = lockoutConfirmation(
    users.map((user) => [user, undefined]),
    context,
    acknowledged,
  )
  return {
    ...deletionLabels(namesOf(users), 'user', isUnchecked),
    danger: true,
    paragraphs: [
      ...paragraph(isUnchecked && 'identity-unknown'),
      ...paragraph('loses-sign-in', 'values-stay', 'is-final'),
      ...(lockout?.paragraphs ?? []),
    ],
    ...(users.length >= typedCountFrom && { typeToConfirm: { noun: 'count', names: [String(users.length)] } }),
    ...lockout?.requirements,
    acknowledges: [
      ...(lockout?.requirements.acknowledges ?? []),
      ...(isUnchecked ? (['identity-unknown'] as const) : []),
    ],
  }
}

/** The confirmations of the actions on users. */
export const userConfirmations = {
  save: saveConfirmation,
  passwords: passwordsConfirmation,
  delete: deleteConfirmation,
}
