import { fullChange } from '#contract/fields.ts'
import { tokenWriting } from '#contract/saving/token-saving.ts'
import { tokenFields, type Token, type TokenChange, type TokenField } from '#contract/token.ts'
import { momentAt, momentFrom } from '#contract/wire.ts'
import { isBlocked } from '#web/resource/online.ts'
import { copyValue } from '#web/tokens/value/copy-value.ts'
import { plainMoment } from '#web/ui/time.ts'
import { isQuietToken, type TokenNote } from '#web/tokens/value/new-value.ts'
import { comparing, shownFlag, shownUpdate, type ShownFields, type ShownResource } from '#web/writes/shown-resource.ts'
import { expiryOf, type ViewContext } from './token-status.ts'
import { warningKind } from './token-questions.ts'
import { undoOf } from './undo.ts'
import { valueContext } from './view-context.ts'
import { valueAnnouncementOf } from '#web/tokens/value/value-words.ts'
import { noExpiryWord } from './words.ts'

export const tokenFieldsShown: ShownFields<TokenField, Token, TokenChange, ViewContext> = {
  name: 'not-shown',
  expiration_date: {
    label: 'Expires',
    show(token, context) {
      const expiry = expiryOf(token, context.unit)
      return expiry === undefined ? 'unreadable' : expiry === 'none' ? noExpiryWord : plainMoment(expiry)
    },
    wanted({ expiration_date: expiry }, context) {
      if (expiry === undefined) return undefined
      if (expiry === 'not-given') return noExpiryWord
      const moment = 'integer' in expiry ? momentAt(momentFrom(expiry.integer), context.unit) : undefined
      if ('integer' in expiry) return moment === undefined ? String(expiry.integer) : plainMoment(moment)
      return plainMoment('at' in expiry ? expiry.at : context.now + expiry.after)
    },
  },
  write: shownFlag('Write', 'write'),
  active: shownFlag('Active', 'active'),
  created_at: 'not-shown',
  updated_at: shownUpdate,
}

const kindOf = ({ verdict, change }: TokenNote) => warningKind('before' in verdict ? verdict.before : undefined, change)

/** How tokens are compared, and how verdicts on them are described. */
export const tokenShown: ShownResource<Token, TokenChange> = {
  name: 'tokens',
  noun: 'token',
  nameOf: (token) => token.name,
  writesIn: ({ tokens }) => tokens,
  compare: comparing(tokenFieldsShown, (session): ViewContext => valueContext(session, Date.now())),
  fullChange: (...full) => fullChange(tokenFields, ...full),
  valueAnnouncement: (verdict, session) => valueAnnouncementOf(verdict, valueContext(session, Date.now())),
  isQuiet: (note, session) =>
    isQuietToken(
      note,
      valueContext(session, Date.now()),
      session.choices.get().quiet.some(({ kind }) => kind === kindOf(note)),
    ),
  afterCreation: (token, session) => ({
    label: 'Copy value',
    run: () => {
      if (isBlocked(session)) return
      const context = valueContext(session, Date.now())
      void copyValue(session, { name: token.name, token, context, show: () => false })
    },
  }),
  undoOf: (note, session) => undoOf(note, valueContext(session, Date.now())),
  writing: (unit) => tokenWriting(() => unit),
}
