import { createApiClient } from '#api/client/client.ts'
import type { Connection } from '#api/client/client.ts'
import { createSignInClient } from '#api/client/sign-in.ts'

/** A client with both the administration and the calls for signing in. */
export type WholeClient = ReturnType<typeof connectWithSignIn>

/** Connects it. */
export function connectWithSignIn(connection: Connection) {
  return { ...createApiClient(connection), ...createSignInClient(connection) }
}
