import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import type { Expiry, Token, TokenChange } from '#api/token.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { recreateRows, unrecreatedTokens } from '#web/jobs/unrecreated-rows.ts'
import { paragraphIf, subjectText, type Confirmation } from '#web/resource/confirmation.ts'
import type { NewRow } from '#web/resource/form.ts'
import { BannerButton, PageBanner } from '#web/resource/page-banner.tsx'
import { useHideLevel } from '#web/ui/hide-level.ts'
import { formatCount, pluralize } from '#web/ui/format.ts'
import { useStore } from '#web/ui/store.ts'
import { displayText, TextWithNames } from '#web/ui/untrusted-text.tsx'
import type { tokenSentences } from './confirmation-sentences.ts'
import { useTokens } from './hooks.ts'
import { newExpiryReason } from './status.ts'

const paragraph = paragraphIf<keyof typeof tokenSentences>

/** So many names stand in the line; the confirmation lists them all. */
const maxNames = 3

/** *3 tokens were to be replaced and don’t exist*: those of an earlier page of this tab that nothing else names. */
export function UnrecreatedTokens() {
  const app = useAppContext()
  const unrecreated = unrecreatedTokens(app)
  const rows = useStore(unrecreated)
  const isHidden = useHideLevel() === 'everything'
  const { data } = useTokens(unrecreated.isListNeeded())
  useEffect(() => {
    if (data !== undefined) unrecreated.compare(data)
  }, [data, unrecreated])
  if (rows.size === 0 || isHidden) return null
  const names = [...rows.keys()]
  const shownNames = names.slice(0, maxNames)
  const list = shownNames.map((name) => `“${displayText(name)}”`).join(', ')
  const others = names.length > maxNames ? ` and ${formatCount(names.length - maxNames)} more` : ''
  const recreate = () => {
    const newRows = [...rows].map(([name, change]): NewRow => ({ name, change }))
    const hasPassed = ({ name, change }: NewRow) => hasPassedExpiry(name, change, app.actionContext('tokens'))
    const changeForDate = (row: NewRow, date: unknown) =>
      hasPassed(row) ? { ...row.change, expiration_date: date as Expiry } : row.change
    const question = recreationConfirmation(names, newRows.filter(hasPassed).length)
    void recreateRows(app, 'tokens', newRows, question, changeForDate)
  }
  return (
    <PageBanner
      topic="recreation"
      tone="warning"
      icon={<TriangleAlert className="icon" aria-hidden="true" />}
      actions={
        <BannerButton onClick={recreate}>
          {names.length === 1 ? 'Create again' : `Create ${formatCount(names.length)} again`}
        </BannerButton>
      }
      onDismiss={unrecreated.dismiss}
    >
      <TextWithNames
        text={`${pluralize(names.length, 'token was', 'tokens were')} to be replaced and ${names.length === 1 ? 'doesn’t' : 'don’t'} exist: ${list}${others}.`}
        names={shownNames}
      />
    </PageBanner>
  )
}

/** Whether the expiry that a token had is over: the new one needs another. */
function hasPassedExpiry(name: string, change: object, context: Parameters<typeof newExpiryReason>[1]): boolean {
  const { expiration_date: expiry = 'none' }: TokenChange = change
  if (expiry === 'none' || !('integer' in expiry)) return false
  const token: Token = { name, expiration_date: expiry.integer } as Token
  return newExpiryReason(token, context) !== undefined
}

/** The question before tokens are created again. `passed`: how many of them had an expiry that is over. */
function recreationConfirmation(names: readonly string[], passed: number): Confirmation {
  const isOne = names.length === 1
  return {
    title: `Create ${subjectText(names, 'token')} again?`,
    confirmLabel: 'Create again',
    paragraphs: [
      ...paragraph('gets-new-value', 'needs-new-value'),
      ...paragraph(passed > 0 && (isOne ? 'expiry-has-passed' : ['expiries-unusable', pluralize(passed, 'token')])),
    ],
    asksForExpiry: passed > 0,
  }
}
