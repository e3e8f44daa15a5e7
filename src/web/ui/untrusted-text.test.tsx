import { render } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UntrustedText, displayText } from './untrusted-text.tsx'

const unsafe =
  /^ | $| {2}|[\u2010\u2011\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u
/** Any text of whole characters. fast-check's own unit `binary` takes two seconds to begin. */
const anyText = fc
  .array(
    fc
      .integer({ min: 0, max: 0x10_f7ff })
      .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800)),
  )
  .map((characters) => characters.join(''))
/** The text without the isolation around it. */
const within = (text: string) => text.replace(/^\u2068(.*)\u2069$/su, '$1')

test.each([
  ['a line break', 'a\nb', 'a⏎b'],
  ['a carriage return', 'a\rb', 'a␍b'],
  ['a tab', 'a\tb', 'a⇥b'],
  ['a zero byte', 'a\u0000b', 'a␀b'],
  ['an override of the writing direction', 'a\u202eb', 'a⟨U+202E⟩b'],
  ['an isolate', 'a\u2066b', 'a⟨U+2066⟩b'],
  ['a space without width', 'a\u200bb', 'a⟨U+200B⟩b'],
  ['a joiner', 'a\u200db', 'a⟨U+200D⟩b'],
  ['a soft hyphen', 'a\u00adb', 'a⟨U+00AD⟩b'],
  ['a byte order mark', '\ufeffa', '⟨U+FEFF⟩a'],
  ['a line separator', 'a\u2028b', 'a⟨U+2028⟩b'],
  ['half of a character', 'a\ud83db', 'a⟨U+D83D⟩b'],
  ['the other half', 'a\ude00b', 'a⟨U+DE00⟩b'],
  ['a control', 'a\u0007b', 'a⟨U+0007⟩b'],
  ['a variation selector', 'a\ufe0fb', 'a⟨U+FE0F⟩b'],
  ['a filler', 'a\u3164b', 'a⟨U+3164⟩b'],
  ['a joiner of marks', 'a\u034fb', 'a⟨U+034F⟩b'],
  ['an empty Braille cell', 'a\u2800b', 'a⟨U+2800⟩b'],
  ['a blank that does not break', 'a\u00a0b', 'a⟨U+00A0⟩b'],
  ['a hyphen that does not break', 'a\u2011b', 'a⟨U+2011⟩b'],
  ['a typographic hyphen', 'a\u2010b', 'a⟨U+2010⟩b'],
  ['a space at its end', 'a ', 'a␣'],
  ['spaces at its start', '  a b', '␣␣a b'],
  ['a double space', 'a  b', 'a␣␣b'],
  ['an invisible tag', 'a\u{e0041}b', 'a⟨U+E0041⟩b'],
])('%s is made visible', (_what, text, expected) => {
  expect(displayText(text)).toBe(expected)
})

test.each(['👩‍👩‍👧', '👨‍👩‍👧‍👦', '👩🏽‍💻', '🏳️‍🌈', '👩‍❤️‍👨'])('an emoji of several parts, %s, is shown whole', (emoji) => {
  expect(displayText(`a${emoji}b`)).toBe(`a${emoji}b`)
  expect(displayText(`${emoji}\u200d`)).toBe(`${emoji}⟨U+200D⟩`)
})

test('a space beside such an emoji is no space at an end', () => {
  expect(displayText('on call 👩‍👩‍👧 ')).toBe('on call 👩‍👩‍👧␣')
})

test('two emoji with a joiner that does not combine them are shown with the joiner', () => {
  expect(displayText('🚀\u200d🍎')).toBe('🚀⟨U+200D⟩🍎')
})

test('a name of spaces only is made visible', () => {
  expect(displayText('  ')).toBe('␣␣')
})

test('an empty name is told as such, and text without such characters is shown as it is', () => {
  expect(displayText('')).toBe('(no name)')
  fc.assert(
    fc.property(anyText, (text) => {
      fc.pre(text !== '' && !unsafe.test(text))
      expect(within(displayText(text))).toBe(text)
    }),
  )
})

test('no shown text contains hidden or direction-changing characters', () => {
  const half = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCharCode(unit))
  const any = fc
    .array(fc.oneof(anyText, half, fc.constantFrom('\u202e', '\u200b', '\n', 'é')))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(any, (text) => {
      expect(within(displayText(text))).not.toMatch(unsafe)
    }),
  )
})

test('two different texts never look the same', () => {
  const spots = fc.constantFrom(
    'a',
    '\u{e0041}',
    '\u{e0042}',
    '\u200b',
    '\u200c',
    '\u202e',
    '\n',
    '\r',
    '\u0000',
    ' ',
    '\u00a0',
    '\u2011',
    '-',
    'é',
  )
  const text = fc.array(spots).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (first, second) => {
      expect(displayText(first) === displayText(second)).toBe(first === second)
    }),
  )
})

test.each([
  ['a letter as one sign', 'café', 'cafe\u0301', 'caf⟨U+00E9⟩'],
  ['a letter as two signs', 'cafe\u0301', 'café', 'cafe⟨U+0301⟩'],
  ['a dash', 'ci–deploy', 'ci-deploy', 'ci⟨U+2013⟩deploy'],
  ['its plain neighbour', 'ci-deploy', 'ci–deploy', 'ci-deploy'],
  ['another case', 'Über', 'über', 'Über'],
  ['full width', 'ｃｉ', 'ci', '⟨U+FF43⟩⟨U+FF49⟩'],
  ['a space at the end', 'a b ', 'a b', 'a b␣'],
])('beside a name that looks like it, %s is spelled out', (_, text, other, expected) => {
  expect(displayText(text, other)).toBe(expected)
})

test('a name from outside is isolated from the direction around it', () => {
  const { container } = render(<UntrustedText text={'شهر\u202e'} />)
  expect(container.querySelector('bdi')?.textContent).toBe('شهر⟨U+202E⟩')
})

test('in a plain string only right-to-left letters are isolated', () => {
  expect(displayText('شهر')).toBe('\u2068شهر\u2069')
  expect(displayText('שלום-1')).toBe('\u2068שלום-1\u2069')
  expect(displayText('支払い')).toBe('支払い')
})
