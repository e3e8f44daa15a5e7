import { codePointOf } from './foreign.tsx'
import { lookAlikes } from './look-alike-table.ts'

/**
 * Letters of other scripts that look Latin, in a name with Latin letters: `а (U+0430)`; undefined: none. Accented Latin
 * letters do not count.
 */
export function strangers(name: string): string | undefined {
  if (ascii.test(name) || !/[a-z]/i.test(name)) return undefined
  const found = new Set<string>()
  for (const char of name) {
    if (/[a-z]/.test(lookAlikes.get(char) ?? '') && /\p{L}/u.test(char) && !/\p{Script=Latin}/u.test(char)) {
      found.add(`${char} (${codePointOf(char)})`)
    }
  }
  return found.size === 0 ? undefined : [...found].join(', ')
}

/**
 * The looks of a name. Names that share a look can be confused. A capital I looks like an l, but is an i in lower case,
 * so such a name has two looks.
 */
export function looksOf(name: string): string[] {
  if (plain.test(name) && !/rn|vv/.test(name)) return [name]
  return name.includes('I') ? [lookOf(name), lookOf(name.replaceAll('I', 'l'))] : [lookOf(name)]
}

/** A look: NFKC, without invisible characters, look-alikes as ASCII, lower case, single spaces. */
function lookOf(name: string): string {
  const folded = ascii.test(name) ? name.toLowerCase() : alike(alike(name.normalize('NFKC')).toLowerCase())
  return folded.replace(/[01|]|rn|vv|\s+/g, (found) => confusable[found] ?? ' ').trim()
}

function alike(text: string): string {
  let out = ''
  for (const char of text.replace(unseen, '')) out += lookAlikes.get(char) ?? char
  return out
}

const confusable: Partial<Record<string, string>> = { 0: 'o', 1: 'l', '|': 'l', rn: 'm', vv: 'w' }
const ascii = /^[ -~]*$/
/** A name that is its own look: no capital, space, 0, 1 or bar. */
const plain = /^[!-/2-@[-{}~]+$/
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
