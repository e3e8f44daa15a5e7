/**
 * Text that came from outside (a name, an e-mail): isolated from the writing direction around it, with the characters
 * that change or hide text made visible. Spelled only: what is sent stays byte for byte as it was.
 */
export function Foreign({ text }: { text: string }) {
  return <bdi>{visible(text)}</bdi>
}

/** The same for places that take a string only: titles and accessible names. */
export function visible(text: string): string {
  return text.replace(
    hidden,
    (char) => names.get(char) ?? `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
}

/** Controls, zero-width and direction characters, soft hyphen, byte order mark, halves of surrogate pairs. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu

const names = new Map([
  ['\n', '⏎'],
  ['\r', '␍'],
  ['\t', '⇥'],
  ['\u0000', '␀'],
])
