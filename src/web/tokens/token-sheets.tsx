import { Copy, Eye, EyeOff, KeyRound } from 'lucide-react'
import type { Token } from '#api/token.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { RowSheets } from '#web/list/row-sheets.tsx'
import type { ListController } from '#web/list/use-resource-list.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { useStore } from '#web/ui/store.ts'
import { useCreateToken, useDeleteTokens, useReplaceTokenValue, useUpdateToken } from './hooks.ts'
import { FindByValue } from './find-by-value.tsx'
import type { RevealController } from '#web/secrets/reveal.tsx'
import { RevealedValue } from './reveal-value.tsx'

interface TokenSheetsProps {
  controller: ListController<Token>
  reveal: RevealController
}

/** What opens over the list of tokens. */
export function TokenSheets({ controller, reveal }: TokenSheetsProps) {
  const { overlay } = useAppContext()
  const openOverlay = useStore(overlay)
  const { list } = controller
  const { mutateAsync: create } = useCreateToken()
  const { mutateAsync: update } = useUpdateToken()
  const { mutateAsync: remove } = useDeleteTokens()
  return (
    <>
      <RowSheets
        resource="tokens"
        controller={controller}
        create={create}
        update={update}
        remove={remove}
        renderSecret={(token) => <TokenValueSection token={token} readStartedAt={list.readStartedAt} reveal={reveal} />}
      />
      {openOverlay?.type === 'find-by-value' && (
        <FindByValue list={list} takePasted={openOverlay.takePastedValue} onClose={() => overlay.set(undefined)} />
      )}
    </>
  )
}

/** The value in the sheet of its token. */
function TokenValueSection({
  token,
  readStartedAt,
  reveal,
}: {
  token: Token
  readStartedAt: number
  reveal: RevealController
}) {
  const replace = useReplaceTokenValue()
  const name = displayText(token.name)
  const isOpen = reveal.opened?.secret.name === token.name
  return (
    <section className="value-acts" aria-label="Value">
      <div className="row-actions">
        <button
          type="button"
          className="btn small"
          aria-label={`Copy value of ${name}`}
          onClick={() => reveal.copy(token.name)}
        >
          <Copy className="icon" aria-hidden="true" />
          Copy value
        </button>
        <button
          type="button"
          className="btn small"
          aria-expanded={isOpen}
          aria-label={`Reveal value of ${name}`}
          data-reveal={token.name}
          onClick={() => reveal.toggle(token.name)}
        >
          {isOpen ? <EyeOff className="icon" aria-hidden="true" /> : <Eye className="icon" aria-hidden="true" />}
          <span>{isOpen ? 'Hide' : 'Reveal'}</span>
        </button>
        <button type="button" className="btn ghost small" onClick={() => replace.mutate({ row: token, readStartedAt })}>
          <KeyRound className="icon" aria-hidden="true" />
          Replace the value…
        </button>
      </div>
      <RevealedValue name={token.name} reveal={reveal} isInSheet />
    </section>
  )
}
