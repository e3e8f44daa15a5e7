/** A rejected call: thrown where it is detected, and answered as the readings say. */
export class HttpError extends Error {
  override readonly name = 'Refusal'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** @throws {HttpError} with the status in `choice`, such as `refused-404`, unless the call is `ignored`: answered as a success. */
export function refuseUnlessIgnored(choice: 'ignored' | `refused-${number}`, message: string): void {
  if (choice !== 'ignored') throw new HttpError(Number(choice.slice(-3)), message)
}

/** The refusal for an unknown or turned-off path, under every reading. */
export function notFound(): HttpError {
  return new HttpError(404, '404 Not Found')
}
