/**
 * Text from outside (a name, an email): isolated from the writing direction around it, with visible forms of characters
 * that change or hide text, and not for translation. An empty one is *(no name)*. Only for display: what is sent stays unchanged.
 */
export function UntrustedText({ text, unlike, title }: { text: string; unlike?: string | undefined; title?: string }) {
  return (
    <bdi title={title} translate="no">
      {spellOut(text, unlike)}
    </bdi>
  )
}

/**
 * The same as a string, for titles, accessible names and sentences. `unlike`: another text that looks the same; what
 * differs from it is spelled out.
 */
export function displayText(text: string, unlike?: string): string {
  const visible = spellOut(text, unlike)
  return rightToLeft.test(text) ? `\u2068${visible}\u2069` : visible
}

/** The code point of a character: `U+202E`. */
export function codePointOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function spellOut(text: string, unlike?: string): string {
  if (text === '') return '(no name)'
  if (unlike !== undefined) return spellOut(spellOutDifference(text, unlike))
  return text.replace(text.includes(zeroWidthJoiner) ? hiddenCharsOrEmoji() : hiddenChars, (part) => {
    if (part.startsWith(' ')) return '␣'.repeat(part.length)
    const isEmoji = part.length > 2
    return isEmoji ? part : (controlSymbols.get(part) ?? spellOutChar(part))
  })
}

const spellOutChar = (char: string) => `⟨${codePointOf(char)}⟩`

/** From the first to the last difference from `other` that is not one of case, only ASCII is left as it is. */
function spellOutDifference(text: string, other: string): string {
  const chars = Array.from(text)
  const others = Array.from(other)
  const isSame = (index: number) => chars.at(index)?.toUpperCase() === others.at(index)?.toUpperCase()
  const maxLength = Math.min(chars.length, others.length)
  let start = 0
  let end = 0
  while (start < maxLength && isSame(start)) start += 1
  while (end < maxLength - start && isSame(-1 - end)) end += 1
  return chars
    .map((char, index) =>
      index < start || index >= chars.length - end || /[ -~]/.test(char) ? char : spellOutChar(char),
    )
    .join('')
}

const zeroWidthJoiner = '\u200d'

/**
 * Spaces at the ends and double ones, controls, zero-width and direction characters, soft hyphen, byte order mark,
 * fillers, variation selectors, all spaces except U+0020, hyphens that look like U+002D, halves of surrogate pairs.
 */
const hiddenChars =
  /^ +| +$| {2,}|[\u2010\u2011\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu

let hiddenCharsOrEmojiPattern: RegExp | undefined

/**
 * The same, and emoji made of several others, such as a family, which stay as they are. Only those that Unicode
 * recommends: others look like their parts.
 */
const hiddenCharsOrEmoji = () =>
  // Created on first use: a browser without the flag `v` throws.
  (hiddenCharsOrEmojiPattern ??= new RegExp(`\\p{RGI_Emoji_ZWJ_Sequence}|${hiddenChars.source}`, 'gv'))

const controlSymbols = new Map([
  ['\n', '⏎'],
  ['\r', '␍'],
  ['\t', '⇥'],
  ['\u0000', '␀'],
])

/** Right-to-left letters. Unless they are isolated, they reorder the text around them. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

interface TextWithNamesProps {
  text: string
  /** Names from outside that stand in the text in “”. */
  names: readonly string[]
}

/** A sentence, and in it the names that it is about. */
export function TextWithNames({ text, names }: TextWithNamesProps) {
  return (
    <span key={text}>
      {splitByNames(text, names).map((part, index) =>
        typeof part === 'string' ? part : <UntrustedText key={index} text={part.name} />,
      )}
    </span>
  )
}

/** The text between the names, which keeps the quotation marks, and the names. */
function splitByNames(text: string, [name, ...others]: readonly string[]): (string | { name: string })[] {
  if (name === undefined) return text === '' ? [] : [text]
  const parts = text.split(`“${displayText(name)}”`)
  return parts.flatMap((part, index) => {
    const before = index === 0 ? '' : '”'
    const after = index === parts.length - 1 ? '' : '“'
    const between = splitByNames(`${before}${part}${after}`, others)
    return index === 0 ? between : [{ name }, ...between]
  })
}

/** Marks that change or set the direction of the following text. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const latin = /\p{Script=Latin}/u

/** Letters of a script other than Latin. */
const otherLetters = /(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])\p{L}/gu

/** A warning about a name by itself, regardless of other names; undefined: none. */
export function nameWarning(name: string): string | undefined {
  if (/^\s+$/.test(name)) return 'Contains only spaces.'
  if (/^[ -~]*$/.test(name)) return undefined
  const marks = new Set(name.match(directionMarks))
  if (marks.size > 0) return `Contains marks that change the text direction: ${[...marks].map(codePointOf).join(', ')}.`
  const others = [...new Set(latin.test(name) ? name.match(otherLetters) : [])]
  if (others.length === 0) return undefined
  const describedLetters = others.slice(0, 3).map((letter) => `${letter} (${codePointOf(letter)})`)
  return `Mixes Latin letters with another script: ${describedLetters.join(', ')}${others.length > 3 ? ' …' : ''}.`
}
