import { codePointOf } from './foreign.tsx'

/** Marks that turn the direction of the text after them, or set it. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** What a name hides by itself, whatever other names there are; undefined: nothing. */
export function oddityOf(name: string): string | undefined {
  if (/^\s+$/.test(name)) return 'Contains only spaces.'
  const marks = new Set(name.match(turning))
  if (marks.size === 0) return undefined
  return `Contains marks that change the text direction: ${[...marks].map(codePointOf).join(', ')}.`
}
