/** The statuses of refusals. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 500

/** A refused call: thrown where it is detected, and written as the readings say. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: RefusalStatus

  constructor(status: RefusalStatus, message: string) {
    super(message)
    this.status = status
  }
}

/** A reading's choice for a refused call: its status, or `ignored`, which answers like a success. */
export type RefusalChoice = 'ignored' | 'refused-400' | 'refused-403' | 'refused-401' | 'refused-404' | 'refused-409'

/** @throws {Refusal} unless the call is ignored. */
export function refuseUnlessIgnored(choice: RefusalChoice, message: string): void {
  if (choice !== 'ignored') throw new Refusal(Number(choice.slice(-3)) as RefusalStatus, message)
}

/** The refusal for an unknown or turned-off path, under every reading. */
export function notFound(): Refusal {
  return new Refusal(404, '404 Not Found')
}
