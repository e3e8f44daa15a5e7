import type { Token } from '#api/token.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { RowSheets } from '#web/list/row-sheets.tsx'
import type { ListController } from '#web/list/use-resource-list.ts'
import { useStore } from '#web/ui/store.ts'
import { useCreateToken, useDeleteTokens, useUpdateToken } from './hooks.ts'
import { tokenInputs } from './field-inputs.tsx'
import { FindByValue } from './find-by-value.tsx'
import type { RevealController } from '#web/secrets/reveal.ts'
import { TokenValueSection } from './reveal-value.tsx'

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
        inputs={tokenInputs}
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
