/** The statuses with which the service refuses. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 500

/** A call that is not carried out: thrown where that is found out, answered as the readings say. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: RefusalStatus

  constructor(status: RefusalStatus, said: string) {
    super(said)
    this.status = status
  }
}

/** What a switch chose for a refused call: its status, or `ignored`, which answers as a success would. */
export type RefusalChoice = 'ignored' | 'refused-400' | 'refused-403' | 'refused-401' | 'refused-404' | 'refused-409'

/** Throws unless the call is to be ignored. */
export function refuseUnlessIgnored(choice: RefusalChoice, said: string): void {
  if (choice !== 'ignored') throw new Refusal(Number(choice.slice(-3)) as RefusalStatus, said)
}

/** An unknown or switched-off address, in any reading. */
export function notFound(): Refusal {
  return new Refusal(404, '404 Not Found')
}
