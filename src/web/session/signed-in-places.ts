/** A sign-in of this person at the console server, in the page's milliseconds since 1970. */
export interface SignedInPlace {
  since: number
  usedAt: number
}

/** Where this person is signed in at the console server. @throws {ServiceError} where it does not answer. */
export interface SignedInPlaces {
  read: (signal: AbortSignal) => Promise<SignedInPlace[]>
  /** Ends all of them, this one as well. */
  end: () => Promise<void>
}
