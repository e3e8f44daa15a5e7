import { connect } from '#contract/client/client.ts'
import type { Connection } from '#contract/client/client.ts'
import { signInCalls } from '#contract/client/sign-in.ts'

/** A client with both the administration and the calls for signing in. */
export type WholeClient = ReturnType<typeof connectWithSignIn>

/** Connects it. */
export function connectWithSignIn(connection: Connection) {
  return { ...connect(connection), ...signInCalls(connection) }
}
