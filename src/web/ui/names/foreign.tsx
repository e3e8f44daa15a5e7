/**
 * Text from outside (a name, an email): isolated from the writing direction around it, with visible forms of characters
 * that change or hide text, and not for translation. Only for display: what is sent stays unchanged.
 */
export function Foreign({ text, title }: { text: string; title?: string }) {
  return (
    <bdi title={title} translate="no">
      {spelled(text)}
    </bdi>
  )
}

/** The same as a string, for titles, accessible names and sentences. */
export function visible(text: string): string {
  return rightToLeft.test(text) ? `\u2068${spelled(text)}\u2069` : spelled(text)
}

/** The code point of a character: `U+202E`. */
export function codePointOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function spelled(text: string): string {
  if (/^ +$/.test(text)) return '␣'.repeat(text.length)
  if (!text.includes(joiner)) return spelledOut(text)
  let shown = ''
  let from = 0
  for (const { 0: emoji, index } of text.matchAll(joinedEmoji())) {
    shown += spelledOut(text.slice(from, index)) + emoji
    from = index + emoji.length
  }
  return shown + spelledOut(text.slice(from))
}

const spelledOut = (text: string) => text.replace(hidden, (char) => names.get(char) ?? `⟨${codePointOf(char)}⟩`)

const joiner = '\u200d'

/** Emoji made of several others, such as a family. Only those that Unicode recommends: others look like their parts. */
let joined: RegExp | undefined
// Created on first use: a browser without the flag `v` throws.
const joinedEmoji = () => (joined ??= new RegExp('\\p{RGI_Emoji_ZWJ_Sequence}', 'gv'))

/**
 * Controls, zero-width and direction characters, soft hyphen, byte order mark, fillers, variation selectors, all spaces
 * except U+0020, halves of surrogate pairs.
 */
const hidden =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu

const names = new Map([
  ['\n', '⏎'],
  ['\r', '␍'],
  ['\t', '⇥'],
  ['\u0000', '␀'],
])

/** Right-to-left letters. Unless they are isolated, they reorder the text around them. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
