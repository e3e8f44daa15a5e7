/**
 * A response in lines of JSON, for work that takes long. `run` writes lines while it works and resolves to the last one.
 * `{}` stands for nothing new: it is sent before the connection would be silent for `idle` milliseconds. `onGone` is
 * called when nobody reads any more.
 */
export function jsonLines<Line extends object>(
  { idle }: { idle: number },
  onGone: () => void,
  run: (write: (line: Line) => void) => Promise<Line>,
): Response {
  const { readable, writable } = new TextEncoderStream()
  const writer = writable.getWriter()
  const write = (line: Line | Record<string, never>) => writer.write(`${JSON.stringify(line)}\n`).catch(onGone)
  const keepAlive = setInterval(() => void write({}), idle / 3)
  run((line) => void write(line))
    .finally(() => clearInterval(keepAlive))
    .then(write)
    .then(() => writer.close())
    .catch(() => undefined)
  const headers = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' }
  return new Response(readable, { headers })
}
