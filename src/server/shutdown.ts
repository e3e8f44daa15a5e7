/**
 * Calls `stop` at the first SIGTERM or SIGINT. A later one ends the process at once, with 1; npm passes one on that the
 * terminal has sent already.
 */
export function onStopSignal(stop: () => void): void {
  let stoppedAt: number | undefined
  const onSignal = () => {
    if (stoppedAt !== undefined && Date.now() - stoppedAt > 500) process.exit(1)
    if (stoppedAt !== undefined) return
    stoppedAt = Date.now()
    stop()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
