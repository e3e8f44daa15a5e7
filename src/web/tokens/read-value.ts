import { problemOf } from '#contract/problem.ts'
import type { Service } from '#contract/service.ts'
import { NoSecret } from '#web/sheet/secret.ts'

/**
 * Reads a value: one GET. If there is none, reads the row too, because services answer the same when somebody has
 * deleted the token.
 * @throws {NoSecret} if the service returned no value.
 */
export async function readValue({ tokens }: Service, name: string, signal: AbortSignal): Promise<string> {
  let refusal: unknown
  try {
    const value = await tokens.value(name, { signal })
    if (value !== undefined) return value
  } catch (error) {
    if (problemOf(error)?.kind !== 'refused') throw error
    refusal = error
  }
  let mayBeUnreadable = false
  const onUnreadable = () => void (mayBeUnreadable = true)
  const rows = await tokens.read(new Set([name]), { signal, onUnreadable }).catch((error: unknown) => {
    if (problemOf(error) === undefined) throw error
    return undefined
  })
  const isThere = rows === undefined || (mayBeUnreadable && !rows.has(name)) ? 'perhaps' : rows.has(name)
  if (isThere === false) throw new NoSecret('This token no longer exists. Refresh the list.', { word: 'deleted' })
  if (refusal !== undefined) throw refusal
  throw new NoSecret(isThere === true ? 'This token has no value.' : 'This token has no value, or no longer exists.')
}
