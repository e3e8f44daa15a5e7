import type { JsonReader } from './json-reader.ts'

/**
 * Passes over one value of any kind, however deep it is.
 * @throws {JsonFault} with serde_json's words.
 */
export function skipValue(reader: JsonReader): void {
  const open: ('[' | '{')[] = []
  do {
    const opened = skipScalarOrOpen(reader)
    if (opened !== undefined) open.push(opened)
    const entered = closeWhatEnds(reader, open, opened === undefined)
    if (entered === '{') skipKey(reader)
  } while (open.length > 0)
}

function skipScalarOrOpen(reader: JsonReader): '[' | '{' | undefined {
  const next = reader.ahead()
  if (next === '') reader.failAhead('EOF while parsing a value')
  if (/^[-\d]$/.test(next)) {
    reader.number(true)
    return undefined
  }
  if (!/^[ntf"[{]$/.test(next)) reader.failAhead('expected value')
  reader.take()
  if (next === '[' || next === '{') return next
  if (next === '"') reader.text(true)
  else reader.rest({ n: 'ull', t: 'rue', f: 'alse' }[next as 'n' | 't' | 'f'])
  return undefined
}

/** Takes closing brackets and the comma after them; answers the bracket in which the next value stands. */
function closeWhatEnds(reader: JsonReader, open: ('[' | '{')[], afterValue: boolean): '[' | '{' | undefined {
  let comma = afterValue
  for (let bracket = open.at(-1); bracket !== undefined; bracket = open.at(-1)) {
    const next = reader.ahead()
    if (next === '') reader.failAhead(bracket === '[' ? 'EOF while parsing a list' : 'EOF while parsing an object')
    if (next === ',' && comma) {
      reader.take()
      return bracket
    }
    if (next !== (bracket === '[' ? ']' : '}')) {
      if (comma) reader.failAhead(bracket === '[' ? 'expected `,` or `]`' : 'expected `,` or `}`')
      return bracket
    }
    reader.take()
    open.pop()
    comma = true
  }
  return undefined
}

function skipKey(reader: JsonReader): void {
  const quote = reader.ahead()
  if (quote !== '"') reader.failAhead(quote === '' ? 'EOF while parsing an object' : 'key must be a string')
  reader.take()
  reader.text(true)
  const colon = reader.ahead()
  if (colon !== ':') reader.failAhead(colon === '' ? 'EOF while parsing an object' : 'expected `:`')
  reader.take()
}
