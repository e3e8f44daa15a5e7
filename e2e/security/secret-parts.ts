/** How many consecutive characters count as part of a secret. */
export const windowLength = 16

const gramLength = 8

/**
 * Returns a function that tells whether a text contains any 16 consecutive characters of one of `secrets`, or all of a
 * shorter one. It checks eight characters at every ninth position, because any sixteen contain one of these, and
 * searches thoroughly around each match.
 */
export function secretFinder(secrets: readonly string[]): (text: string) => boolean {
  const short = secrets.filter((secret) => secret.length < windowLength && secret !== '')
  const windows = new Set(secrets.flatMap((secret) => partsOf(secret, windowLength)))
  const grams = new Set(secrets.flatMap((secret) => partsOf(secret, gramLength)))
  return (text) => {
    for (let at = 0; at + gramLength <= text.length; at += windowLength - gramLength + 1) {
      if (!grams.has(text.slice(at, at + gramLength))) continue
      const around = text.slice(Math.max(0, at - windowLength + gramLength), at + windowLength)
      if (partsOf(around, windowLength).some((part) => windows.has(part))) return true
    }
    return short.some((secret) => text.includes(secret))
  }
}

/** All substrings of `length` characters; none if the text is shorter. */
function partsOf(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length))
}
