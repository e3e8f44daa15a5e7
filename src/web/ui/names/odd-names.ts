import { codePointOf } from './foreign.tsx'

/** Marks that change or set the direction of the following text. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A warning about a name by itself, regardless of other names; undefined: none. */
export function oddityOf(name: string): string | undefined {
  if (/^\s+$/.test(name)) return 'Contains only spaces.'
  const marks = new Set(name.match(turning))
  if (marks.size === 0) return undefined
  return `Contains marks that change the text direction: ${[...marks].map(codePointOf).join(', ')}.`
}
