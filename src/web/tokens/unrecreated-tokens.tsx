import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { recreateRows } from '#web/jobs/run-action.ts'
import { unrecreatedTokens } from '#web/jobs/unrecreated-rows.ts'
import type { NewRow } from '#web/resource/form.ts'
import { BannerButton, PageBanner } from '#web/resource/page-banner.tsx'
import { useHideLevel } from '#web/ui/hide-level.ts'
import { formatCount, pluralize } from '#web/ui/format.ts'
import { useStore } from '#web/ui/store.ts'
import { displayText, TextWithNames } from '#web/ui/untrusted-text.tsx'
import { useTokens } from './hooks.ts'

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
    void recreateRows(app, 'tokens', newRows)
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
