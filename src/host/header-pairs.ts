/** Node's raw headers as pairs, in the order and the case in which they were sent. */
export function headerPairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []))
}
