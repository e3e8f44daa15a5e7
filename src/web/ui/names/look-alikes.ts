import { codePointOf } from './foreign.tsx'
import { lookAlikes } from './look-alike-table.ts'

/**
 * Letters of other scripts in a name with Latin ones, which they look like: `а (U+0430)`, or undefined. Latin letters
 * with marks or of other languages do not count.
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
 * What a name looks like; names that share a look are taken for each other. A capital I looks like an l, and is an i in
 * another case: such a name has two looks.
 */
export function looksOf(name: string): string[] {
  if (plain.test(name) && !/rn|vv/.test(name)) return [name]
  return name.includes('I') ? [lookOf(name), lookOf(name.replaceAll('I', 'l'))] : [lookOf(name)]
}

/** What a name looks like: NFKC, without what is not seen, look-alikes as ASCII, small letters, single blanks. */
function lookOf(name: string): string {
  const folded = ascii.test(name) ? name.toLowerCase() : alike(alike(name.normalize('NFKC')).toLowerCase())
  return folded
    .replaceAll('0', 'o')
    .replaceAll('1', 'l')
    .replaceAll('|', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/\s+/g, ' ')
    .trim()
}

function alike(text: string): string {
  let out = ''
  for (const char of text.replace(unseen, '')) out += lookAlikes.get(char) ?? char
  return out
}

const ascii = /^[ -~]*$/
/** Nothing to fold: no capital, blank, 0, 1 or bar. */
const plain = /^[!-/2-@[-{}~]+$/
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
