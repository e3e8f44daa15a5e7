import { quoted, withoutFormulas } from '#contract/csv.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Unusable } from '#web/resource/resource.ts'
import { counted } from '#web/ui/time.ts'

/** A new value or password that somebody is to get. Its text is only read when it is copied or written to a file. */
export interface Secret {
  resource: ResourceName
  /** Of its row. */
  name: string
  is: 'value' | 'password'
  /** Nobody has it yet. */
  isNew: boolean
  /** Whether a read has shown that the row exists. */
  isConfirmed: boolean
  /** Why nobody can use it now, as the list shows its row; undefined: nothing is known against it. */
  unusable: () => Unusable | undefined
  /** @throws {NoSecret} if there is none, and what a call to the service throws. */
  read: (signal: AbortSignal) => Promise<string>
  /** It was copied, or written to a file. */
  onHanded: () => void
  /** Nobody is to get it any more. */
  dismiss: () => void
}

/** A secret that was read, or why it could not be. */
export type ReadSecret = { secret: Secret; text: string } | { secret: Secret; error: unknown }

/** How many are read at a time. */
const atOnce = 4

/**
 * Reads all of them, in their order. One that fails does not keep the others back.
 * @throws the reason of `ended`.
 */
export async function readAll(secrets: readonly Secret[], ended: AbortSignal): Promise<ReadSecret[]> {
  const read: ReadSecret[] = []
  const rest = secrets.entries()
  const readRest = async () => {
    for (const [at, secret] of rest) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- four at a time
        read[at] = { secret, text: await secret.read(ended) }
      } catch (error) {
        ended.throwIfAborted()
        read[at] = { secret, error }
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readRest))
  return read
}

/** `3 new values and 1 new password`, or `3 values`. */
export function secretWords({ values, passwords }: { values: number; passwords: number }, isNew = true): string {
  const value = isNew ? 'new value' : 'value'
  const what = [values > 0 && counted(values, value), passwords > 0 && counted(passwords, 'new password')]
  return what.filter((part) => part !== false).join(' and ')
}

// A secret is written as it is: an apostrophe before it would be copied with it. A name could be a formula that sends
// the secret beside it away, so names are written as in every other file.

/** A cell as it is, in quotes only where it must be. */
const cell = (text: string, splits: RegExp) => (splits.test(text) ? quoted(text) : text)

type Texts = readonly { secret: Pick<Secret, 'name' | 'is' | 'isConfirmed' | 'unusable'>; text: string }[]

/** For the clipboard: name, tab, secret. A line each. */
export function linesOf(texts: Texts): string {
  return texts
    .map(({ secret: { name }, text }) => `${cell(withoutFormulas(name), /[\t\r\n"]/)}\t${cell(text, /[\t\r\n]|^"/)}`)
    .join('\n')
}

/** A CSV file, to be opened as text. */
export function fileOf(texts: Texts): string {
  const lines = texts.map(({ secret: { name, is, isConfirmed, unusable }, text }) => [
    withoutFormulas(name),
    text,
    [is, !isConfirmed && 'not confirmed', unusable()?.word.toLowerCase()].filter(Boolean).join(', '),
  ])
  return [['Name', 'Secret', 'Kind'], ...lines]
    .map((cells) => cells.map((text) => cell(text, /[",;\t\r\n]/)).join(','))
    .join('\r\n')
}
