/** How many characters in a row count as part of a secret. */
export const windowLength = 16

const gram = 8

/**
 * Tells whether a text holds any 16 characters in a row of one of `secrets` (a shorter secret: all of it). It looks at
 * every ninth place for eight characters of a secret, one of which lies within any sixteen, and around those that it
 * finds at every place.
 */
export function sightOf(secrets: readonly string[]): (text: string) => boolean {
  const short = secrets.filter((secret) => secret.length < windowLength && secret !== '')
  const windows = new Set(secrets.flatMap((secret) => partsOf(secret, windowLength)))
  const grams = new Set(secrets.flatMap((secret) => partsOf(secret, gram)))
  return (text) => {
    for (let at = 0; at + gram <= text.length; at += windowLength - gram + 1) {
      if (!grams.has(text.slice(at, at + gram))) continue
      const around = text.slice(Math.max(0, at - windowLength + gram), at + windowLength)
      if (partsOf(around, windowLength).some((part) => windows.has(part))) return true
    }
    return short.some((secret) => text.includes(secret))
  }
}

/** All texts of `length` characters within a text; none of a shorter one. */
function partsOf(text: string, length: number): string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length))
}
