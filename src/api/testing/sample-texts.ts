import fc from 'fast-check'

const spots = ['a', '"', '\\', ' ', '\u0000', '\n', 'é', 'ключ', '鍵', '😀', '\ud83d', '\udc00', '\u202e', '\ufeff']

/** Any text, lone surrogates included; cheaper than fast-check's own `binary`. */
export const anyText = (maxLength = 12) =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...spots),
        fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
      ),
      { maxLength },
    )
    .map((parts) => parts.join(''))
