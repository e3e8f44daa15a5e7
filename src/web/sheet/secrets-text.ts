import { quoted, withoutFormulas } from '#contract/csv.ts'
import type { Secret } from './secret.ts'

// A secret is written as it is: an apostrophe before it would be copied with it. A name could be a formula that sends
// the secret beside it away, so names are written as in every other file.

/** A cell as it is, in quotes only where it must be. */
const cell = (text: string, splits: RegExp) => (splits.test(text) ? quoted(text) : text)

/** For the clipboard: name, tab, secret. A line each. */
export function linesOf(secrets: readonly Secret[], texts: readonly string[]): string {
  return secrets
    .map(({ name }, at) => `${cell(withoutFormulas(name), /[\t\r\n"]/)}\t${cell(texts[at] ?? '', /[\t\r\n]|^"/)}`)
    .join('\n')
}

/** A CSV file, to be opened as text. */
export function fileOf(secrets: readonly Secret[], texts: readonly string[]): string {
  const lines = secrets.map(({ name, is, isConfirmed }, at) => [
    withoutFormulas(name),
    texts[at] ?? '',
    isConfirmed ? is : `${is}, not confirmed`,
  ])
  return [['Name', 'Secret', 'Kind'], ...lines]
    .map((cells) => cells.map((text) => cell(text, /[",;\t\r\n]/)).join(','))
    .join('\r\n')
}
