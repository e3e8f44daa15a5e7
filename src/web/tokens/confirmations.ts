import { canRepair, valueState } from '#api/service-facts.ts'
import { hasNoExpiry, type Expiry, type NewToken, type Token, type TokenChange } from '#api/token.ts'
import type { ActionContext, ActionOptions } from '#web/resource/action.ts'
import { deletionLabels, paragraphIf, subjectText, type Confirmation } from '#web/resource/confirmation.ts'
import type { NewRow } from '#web/resource/form.ts'
import type { ResourceDefinition } from '#web/resource/resource.ts'
import { saveLabels } from '#web/resource/save-labels.ts'
import { pluralize } from '#web/ui/format.ts'
import { toTypeable } from '#web/ui/name-matching.ts'
import type { tokenSentences } from './confirmation-sentences.ts'
import { newExpiryReason } from './status.ts'

// What is said before anything is done to tokens. One row is a selection of one.

const paragraph = paragraphIf<keyof typeof tokenSentences>

type TokenActionContext = ActionContext<Token>

/** From so many rows on, the number has to be typed before they are deleted. */
const typedCountFrom = 10

const namesOf = (tokens: readonly Token[]) => tokens.map(({ name }) => name)

/** The token with whose value the admin signed in. */
const ownToken = (tokens: readonly Token[]) => tokens.find((token) => token.yours === true)

/** Whether programs can use a token now, as far as its row shows. */
const isUsed = (token: Token, context: TokenActionContext) =>
  !['inactive', 'expired'].includes(valueState(token, context))

/** Whether the value of a token is meant to work after this change. */
export const isActiveAfter = (token: Token, { active = token.active }: TokenChange) => active !== false

/** What is said of the token with whose value the admin signed in, and has its name typed. */
function ownTokenParagraph(tokens: readonly Token[], isFinal = false): Confirmation['paragraphs'] {
  const isOwn = ownToken(tokens) !== undefined
  return paragraph(isOwn && 'own-token', isOwn && (isFinal ? 'may-reject-you-for-good' : 'may-reject-you'))
}

function typedConfirmation(
  tokens: readonly Token[],
  minCount = Number.POSITIVE_INFINITY,
): Pick<Confirmation, 'typeToConfirm'> {
  const signInToken = ownToken(tokens)
  if (signInToken !== undefined)
    return { typeToConfirm: { noun: 'name', names: [signInToken.name, toTypeable(signInToken.name)] } }
  return tokens.length >= minCount ? { typeToConfirm: { noun: 'count', names: [String(tokens.length)] } } : {}
}

/** What a save does about values that an update breaks: those of tokens that end active. */
type RepairPolicy = 'not-needed' | 'always' | 'impossible'

function repairPolicy(tokens: readonly Token[], change: TokenChange, context: TokenActionContext): RepairPolicy {
  const breaksValues = context.updateEffect === 'replaces-and-needs-repair'
  if (!breaksValues || !tokens.some((token) => isActiveAfter(token, change))) return 'not-needed'
  return canRepair(context) ? 'always' : 'impossible'
}

/** The confirmation of a save; undefined: it does nothing that the admin has to know first. */
function saveConfirmation(
  tokens: readonly Token[],
  change: TokenChange,
  context: TokenActionContext,
  { isUndo }: Pick<ActionOptions, 'isUndo'>,
): Confirmation | undefined {
  const { updateEffect, isWarned } = context
  const isOff = change.active === false
  const policy = repairPolicy(tokens, change, context)
  const mayExpire = tokens.some((token) => mayExpireBySaving(token, change, context, policy))
  /** Of one row, nothing is to be said but what becomes of its value. */
  const isOnlyValue = tokens.length === 1 && !isOff && !mayExpire && ownToken(tokens) === undefined
  const isSaidOnce = isOnlyValue && updateEffect === undefined
  const isNothing = Object.keys(change).length === 0 || (isOnlyValue && updateEffect === 'keeps')
  if (isNothing || (isSaidOnce && isWarned)) return undefined
  const { label, title } = saveLabels(change, isUndo)
  return {
    title: `${title.replace('#', () => subjectText(namesOf(tokens), 'token'))}?`,
    confirmLabel: label,
    paragraphs: [
      ...programsParagraph(tokens, change, context),
      ...valueParagraph(tokens, change, context, policy),
      ...paragraph(mayExpire && 'may-expire'),
      ...ownTokenParagraph(tokens),
    ],
    ...typedConfirmation(tokens),
    isSaidOnce,
    repairs: policy === 'always',
  }
}

/** Whether a token without an expiry gets the moment of the save as one. */
const mayExpireBySaving = (
  token: Token,
  { expiration_date: expiry = 'none' }: TokenChange,
  { updateEffect }: TokenActionContext,
  policy: RepairPolicy,
) =>
  hasNoExpiry(token) &&
  token.expiration_date !== undefined &&
  expiry === 'none' &&
  updateEffect !== 'keeps' &&
  policy !== 'always'

/** What a save does to the programs that use these tokens. */
function programsParagraph(
  tokens: readonly Token[],
  { active, write }: TokenChange,
  context: TokenActionContext,
): Confirmation['paragraphs'] {
  const isUsedNow = tokens.some((token) => isUsed(token, context))
  const isForNow = context.updateEffect === undefined || context.updateEffect === 'keeps'
  if (active === false) return paragraph(isUsedNow && (isForNow ? 'stops-until-active' : 'stops'))
  return paragraph(
    active === true && 'can-be-used',
    write !== undefined && (isUsedNow || active === true) && (write ? 'can-change' : 'can-read'),
  )
}

/** What a save does to the values of these tokens. */
function valueParagraph(
  tokens: readonly Token[],
  change: TokenChange,
  { updateEffect }: TokenActionContext,
  policy: RepairPolicy,
): Confirmation['paragraphs'] {
  const isOff = change.active === false
  const isEachActive = tokens.every((token) => isActiveAfter(token, change))
  switch (updateEffect) {
    case undefined:
      return paragraph('value-may-change')
    case 'keeps':
      return paragraph('value-stays', isOff && 'leak-stays', isOff && 'leaked')
    case 'replaces':
    case 'replaces-and-needs-repair':
      return paragraph(
        isOff ? 'value-after-activation' : 'value-changes',
        policy === 'always' && (isEachActive ? 'repairs' : 'repairs-active'),
        policy === 'impossible' && 'value-will-fail',
      )
  }
}

/** The confirmation of a save that gives tokens one expiry: asked for, unless the change has it already. */
function expiryConfirmation(
  tokens: readonly Token[],
  change: TokenChange,
  context: TokenActionContext,
  options: ActionOptions,
): Confirmation | undefined {
  // Done again, they get the date that was chosen.
  if (Object.keys(change).length > 0) return saveConfirmation(tokens, change, context, options)
  const changeWithDate: TokenChange = { expiration_date: { at: context.now } }
  const { label, title } = saveLabels(changeWithDate)
  return {
    title: `${title.replace('#', () => subjectText(namesOf(tokens), 'token'))}?`,
    confirmLabel: label,
    paragraphs: [],
    ...saveConfirmation(tokens, changeWithDate, context, options),
    asksForExpiry: true,
  }
}

/** Asks about several; one alone is repaired at once, unless it is the admin’s own. */
function repairConfirmation(tokens: readonly Token[]): Confirmation | undefined {
  if (tokens.length === 1 && ownToken(tokens) === undefined) return undefined
  return {
    title: `Repair ${subjectText(namesOf(tokens), 'token')}?`,
    confirmLabel: 'Repair',
    paragraphs: [...paragraph('repairs', 'needs-new-value'), ...ownTokenParagraph(tokens)],
    ...typedConfirmation(tokens),
  }
}

/** The confirmation of a new value for each, with another expiry where the stored one cannot stay. */
function replaceConfirmation(
  tokens: readonly Token[],
  _change: TokenChange,
  context: TokenActionContext,
  { acknowledged }: Pick<ActionOptions, 'acknowledged'>,
): Confirmation {
  const isOne = tokens.length === 1
  const reasons = tokens.flatMap((token) => newExpiryReason(token, context) ?? [])
  const [reason] = reasons
  const expiryLine = isOne
    ? reason === 'has passed'
      ? 'expiry-has-passed'
      : 'expiry-unreadable'
    : (['expiries-unusable', pluralize(reasons.length, 'token')] as const)
  const isUnchecked = acknowledged.includes('identity-unknown')
  return {
    title: `Replace the ${isOne ? 'value' : 'values'} of ${subjectText(namesOf(tokens), 'token')}?`,
    confirmLabel: isUnchecked ? 'Replace without checking' : isOne ? 'Replace value' : 'Replace values',
    danger: true,
    paragraphs: [
      ...paragraph(isUnchecked && 'identity-unknown'),
      ...paragraph(mayBeInUse(tokens) && 'stops-until-new-value', 'recreated'),
      ...paragraph(!isOne && 'keep-tab'),
      ...paragraph(reason !== undefined && expiryLine),
      ...ownTokenParagraph(tokens),
    ],
    ...typedConfirmation(tokens),
    asksForExpiry: reason !== undefined,
  }
}

/** The confirmation of what cannot be undone, with what can. */
function deleteConfirmation(
  tokens: readonly Token[],
  _change: TokenChange,
  _context: TokenActionContext,
  { acknowledged }: Pick<ActionOptions, 'acknowledged'>,
): Confirmation {
  const isInUse = mayBeInUse(tokens)
  const isUnchecked = acknowledged.includes('identity-unknown')
  const isOwn = ownToken(tokens) !== undefined
  return {
    ...deletionLabels(namesOf(tokens), 'token', isUnchecked),
    danger: true,
    paragraphs: [
      ...paragraph(isUnchecked && 'identity-unknown'),
      ...paragraph(isInUse && 'stops', isInUse && 'use-unrecorded'),
      ...paragraph('is-final', isInUse && !isOwn && 'or-deactivate'),
      ...ownTokenParagraph(tokens, true),
    ],
    ...typedConfirmation(tokens, typedCountFrom),
  }
}

/** Whether a program may use one of them, whatever its expiry: what becomes of an expired one is not documented. */
const mayBeInUse = (tokens: readonly Token[]) => tokens.some(({ active }) => active !== false)

/** The confirmations of the actions on tokens. */
export const tokenConfirmations = {
  save: saveConfirmation,
  expiry: expiryConfirmation,
  repair: repairConfirmation,
  replace: replaceConfirmation,
  delete: deleteConfirmation,
}

/** Whether the expiry that a token had is over: the new one needs another. */
function hasPassedExpiry({ name, change }: NewRow, context: Parameters<typeof newExpiryReason>[1]): boolean {
  const { expiration_date: expiry = 'none' }: TokenChange = change
  if (expiry === 'none' || !('integer' in expiry)) return false
  const token: Token = { name, expiration_date: expiry.integer } as Token
  return newExpiryReason(token, context) !== undefined
}

/** The question before tokens are created again. */
export const tokenRecreation: Required<ResourceDefinition<Token, NewToken, TokenChange>>['recreation'] = (
  rows,
  context,
) => {
  const passed = rows.filter((row) => hasPassedExpiry(row, context))
  const isOne = rows.length === 1
  return {
    question: {
      title: `Create ${subjectText(
        rows.map(({ name }) => name),
        'token',
      )} again?`,
      confirmLabel: 'Create again',
      paragraphs: [
        ...paragraph('gets-new-value', 'needs-new-value'),
        ...paragraph(
          passed.length > 0 && (isOne ? 'expiry-has-passed' : ['expiries-unusable', pluralize(passed.length, 'token')]),
        ),
      ],
      asksForExpiry: passed.length > 0,
    },
    changeForDate: (row, date) =>
      passed.includes(row) ? { ...row.change, expiration_date: date as Expiry } : row.change,
  }
}
