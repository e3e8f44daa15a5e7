import type { ApiClient } from '#api/api-client.ts'
import { getProblem } from '#api/problem.ts'
import { SecretNotFoundError } from '#web/secrets/secret.ts'
import type { RowList } from '#api/list/row-list.ts'
import type { Token } from '#api/token.ts'
import { type RevealController, useReveal, RevealedSecret } from '#web/secrets/reveal.tsx'
import { useJobRows, useAppContext } from '#web/jobs/app-context.tsx'
import { findSnapshot } from '#web/resource/list-queries.ts'
import { useStore } from '#web/ui/store.ts'

/** A value closes when a write of its row begins or ends, or when a list shows the row differently. */
export function useTokenReveal(list: RowList<Token>): RevealController {
  const { pending } = useJobRows('tokens')
  return useReveal('tokens', {
    isRowRendered,
    rowOf: (name) => ({ row: findSnapshot(list, name)?.row, isSaving: pending.has(name) }),
  })
}

/** Whether the row of this name is in the page: it may be filtered away, or another page may be open. */
function isRowRendered(name: string): boolean {
  return [...document.querySelectorAll<HTMLElement>('[data-reveal]')].some(({ dataset }) => dataset['reveal'] === name)
}

interface RevealedValueProps {
  name: string
  reveal: RevealController
  isInSheet?: boolean
}

/** The value of a token, while it is open: in the sheet of its row, else under the row. */
export function RevealedValue({ name, reveal, isInSheet = false }: RevealedValueProps) {
  const { opened } = reveal
  const hasSheet = useStore(useAppContext().overlay)?.type === 'row'
  if (opened?.secret.name !== name || hasSheet !== isInSheet) return null
  return <RevealedSecret key={opened.openingId} opened={opened} reveal={reveal} />
}

/**
 * Reads a value: one GET. If there is none, reads the row too, because services answer the same when somebody has
 * deleted the token.
 * @throws {SecretNotFoundError} if the service returned no value.
 */
export async function fetchTokenValue({ tokens }: ApiClient, name: string, signal: AbortSignal): Promise<string> {
  let rejection: unknown
  try {
    const value = await tokens.value(name, { signal })
    if (value !== undefined) return value
  } catch (error) {
    if (getProblem(error)?.kind !== 'refused') throw error
    rejection = error
  }
  let mayBeUnreadable = false
  const onUnreadable = () => void (mayBeUnreadable = true)
  const rows = await tokens.read(new Set([name]), { signal, onUnreadable }).catch((error: unknown) => {
    if (getProblem(error) === undefined) throw error
    return undefined
  })
  const exists = rows === undefined || (mayBeUnreadable && !rows.has(name)) ? 'perhaps' : rows.has(name)
  if (exists === false)
    throw new SecretNotFoundError('This token no longer exists. Refresh the list.', { word: 'deleted' })
  if (rejection !== undefined) throw rejection
  throw new SecretNotFoundError(
    exists === true ? 'This token has no value.' : 'This token has no value, or no longer exists.',
  )
}
