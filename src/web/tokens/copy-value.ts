import type { Token } from '#contract/token.ts'
import type { Desk } from '#web/jobs/do-act.ts'
import type { World } from '#web/resource/world.ts'
import type { Session } from '#web/session/session.ts'
import { copyOne } from '#web/sheet/copy-secret.ts'
import { relative } from '#web/ui/time.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import { readValue } from './read-value.ts'
import { expiryOf } from './status.ts'
import { unusable } from './value-words.ts'

/** One click on Copy. */
export interface Copying {
  name: string
  /** Its row, as the list shows it. */
  token: Token | undefined
  world: World
  /** Opens the value under its row if the browser refused to copy it; false: that row is not in the page. */
  show: (value: string) => boolean
}

/** Copies a value without showing it: one GET. Call it inside the click. */
export function copyValue(
  session: Pick<Session, 'service' | 'over' | 'toasts'>,
  { jobs }: Pick<Desk, 'jobs'>,
  { name, token, world, show }: Copying,
): Promise<void> {
  return copyOne(session, {
    what: 'value',
    name,
    read: (signal) => readValue(session.service, name, signal),
    show,
    onCopied() {
      jobs.mark('tokens', name, { isCopied: true })
      jobs.note('tokens', 'Copy value', name, 'Value copied.')
      const [says, mark] = copiedWords(name, token, world)
      return { says, ...(mark && { mark }) }
    },
  })
}
/** A copied value that works for less than this is worth a warning: five minutes, in milliseconds. */
const brief = 5 * 60_000

/** The toast after copying a value, and whether it warns that the value may not work. `token`: undefined: not listed. */
export function copiedWords(name: string, token: Token | undefined, world: World): [says: string, mark?: 'caution'] {
  const now = Date.now()
  const why = token && unusable(token, { ...world, now })
  const copied = (after: string) => `Copied “${visible(name)}”${after}`
  if (why !== undefined) return [copied(why.says), 'caution']
  const expiry = token && expiryOf(token, world.unit)
  const left = typeof expiry === 'number' ? expiry - now - (world.ahead ?? 0) : undefined
  return left !== undefined && left > 0 && left < brief
    ? [copied(`. The token expires ${relative(left, 0)}.`), 'caution']
    : [copied('.')]
}
