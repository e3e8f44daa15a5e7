import { Copy, Eye, EyeOff, KeyRound } from 'lucide-react'
import type { ApiClient } from '#api/api-client.ts'
import { getProblem } from '#api/problem.ts'
import { SecretNotFoundError } from '#web/secrets/secret.ts'
import type { RowList } from '#api/list/row-list.ts'
import type { Token } from '#api/token.ts'
import { type OpenSecretProps, type RevealController, useReveal } from '#web/secrets/reveal.ts'
import { SecretPanel } from '#web/secrets/secret-panel.tsx'
import { useJobRows, useAppContext } from '#web/jobs/app-context.tsx'
import { findSnapshot } from '#web/resource/list-queries.ts'
import { useStore } from '#web/ui/store.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { copyIcon, eyeIcon, eyeOffIcon } from '#web/ui/icons.tsx'
import { useReplaceTokenValue, useTokenValue } from './hooks.ts'

// A value is read on an explicit click, once, and nothing keeps it: the buttons, the request, and the component that shows it.

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

/** *Copy* and *Reveal* in the row of a token. The list hears their clicks by `data-action`. */
export const valueButtons = (name: string, isRevealed: boolean) => (
  <>
    <button
      type="button"
      className="ib"
      aria-label={`Copy ${displayText(name)}`}
      data-action="copy"
      data-tooltip="Copy the value"
    >
      {copyIcon}
    </button>
    <button
      type="button"
      className="ib"
      aria-label={`Reveal ${displayText(name)}`}
      aria-expanded={isRevealed}
      data-reveal={name}
      data-action="reveal"
      data-tooltip={isRevealed ? 'Hide the value' : 'Reveal the value'}
    >
      {isRevealed ? eyeOffIcon : eyeIcon}
    </button>
  </>
)

/** The value in the sheet of its token. */
export function TokenValueSection({
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
  const opened = reveal.opened?.secret.name === token.name ? reveal.opened : undefined
  const isOpen = opened !== undefined
  return (
    <section className="value-acts" aria-label="Value">
      <div className="row-actions">
        <button
          type="button"
          className="btn"
          aria-label={`Copy value of ${name}`}
          onClick={() => reveal.copy(token.name)}
        >
          <Copy className="icon" aria-hidden="true" />
          Copy value
        </button>
        <button
          type="button"
          className="btn"
          aria-expanded={isOpen}
          aria-label={`Reveal value of ${name}`}
          data-reveal={token.name}
          onClick={() => reveal.toggle(token.name)}
        >
          {isOpen ? <EyeOff className="icon" aria-hidden="true" /> : <Eye className="icon" aria-hidden="true" />}
          <span>{isOpen ? 'Hide' : 'Reveal'}</span>
        </button>
        <button type="button" className="btn" onClick={() => replace.mutate({ row: token, readStartedAt })}>
          <KeyRound className="icon" aria-hidden="true" />
          Replace value…
        </button>
      </div>
      {isOpen && <RevealedValue key={opened.openingId} opened={opened} reveal={reveal} />}
    </section>
  )
}

/** The value of a token under its row, while it is open. An open sheet of a row shows its value itself. */
export function ValueUnderRow({ name, reveal }: { name: string; reveal: RevealController }) {
  const { opened } = reveal
  const hasSheet = useStore(useAppContext().overlay)?.type === 'row'
  if (opened?.secret.name !== name || hasSheet) return null
  return <RevealedValue key={opened.openingId} opened={opened} reveal={reveal} />
}

/** Holds the value, as the result of its mutation. Nothing else does, so hiding it drops the value. */
function RevealedValue({ opened, reveal }: OpenSecretProps) {
  return <SecretPanel opened={opened} reveal={reveal} mutation={useTokenValue(opened.read)} />
}

/**
 * Reads a value: one GET /_/token/value, which nothing else of the page sends. *Reveal*, and *Copy* of one or many, call it as
 * `readValue` of the resource. If there is no value, reads the row too, because services answer the same when somebody has
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
