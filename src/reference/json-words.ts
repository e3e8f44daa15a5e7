import type { JsonNumber } from './json-reader.ts'

/** A number as serde names it in a fault: ``integer `1` `` or ``floating point `1.5` ``. */
export function describeNumber(number: JsonNumber): string {
  return 'integer' in number ? `integer \`${number.integer}\`` : `floating point \`${floatText(number.float)}\``
}

const bySight: Record<string, string> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' }

/** A text in quotes as Rust's `{:?}` writes it: what cannot be seen is escaped. */
export function quoted(text: string): string {
  const seen = text.replace(/["\\]|[\p{C}\p{Z}\p{Grapheme_Extend}]/gu, (character) =>
    character === ' ' ? ' ' : (bySight[character] ?? `\\u{${character.codePointAt(0)?.toString(16)}}`),
  )
  return `"${seen}"`
}

/** The shortest digits, with the point placed as Rust's `ryu` does: always a fraction, an exponent from 1e16 on. */
function floatText(float: number): string {
  if (float === 0) return Object.is(float, -0) ? '-0.0' : '0.0'
  const sign = float < 0 ? '-' : ''
  const [mantissa = '', exponent = '0'] = Math.abs(float).toExponential().split('e')
  const digits = mantissa.replace('.', '')
  const point = Number(exponent) + 1
  if (digits.length <= point && point <= 16) return `${sign}${digits.padEnd(point, '0')}.0`
  if (point > 0 && point <= 16) return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
  if (point > -5 && point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  const rest = digits.slice(1)
  return `${sign}${digits.slice(0, 1)}${rest === '' ? '' : `.${rest}`}e${point - 1}`
}
