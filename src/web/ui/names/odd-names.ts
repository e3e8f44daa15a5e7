import { codePointOf } from './foreign.tsx'

/** Marks that change or set the direction of the following text. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const latin = /\p{Script=Latin}/u
/** Letters of a script other than Latin. */
const otherLetters = /(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])\p{L}/gu

/** A warning about a name by itself, regardless of other names; undefined: none. */
export function oddityOf(name: string): string | undefined {
  if (/^\s+$/.test(name)) return 'Contains only spaces.'
  if (/^[ -~]*$/.test(name)) return undefined
  const marks = new Set(name.match(turning))
  if (marks.size > 0) return `Contains marks that change the text direction: ${[...marks].map(codePointOf).join(', ')}.`
  const others = [...new Set(latin.test(name) ? name.match(otherLetters) : [])]
  if (others.length === 0) return undefined
  const named = others.slice(0, 3).map((letter) => `${letter} (${codePointOf(letter)})`)
  return `Mixes Latin letters with another script: ${named.join(', ')}${others.length > 3 ? ' …' : ''}.`
}
