/**
 * Calls `stop` at the first SIGTERM or SIGINT. A later one ends the process at once, with 1; npm passes one on that the
 * terminal has sent already.
 */
export function onStopSignal(stop: () => void): void {
  let since: number | undefined
  const hear = () => {
    if (since !== undefined && Date.now() - since > 500) process.exit(1)
    if (since !== undefined) return
    since = Date.now()
    stop()
  }
  process.on('SIGTERM', hear)
  process.on('SIGINT', hear)
}
