import type { ServiceClock } from '#api/clock-offset.ts'
import type { ApiClient } from '#api/api-client.ts'
import type { Token, TokenChange, TokenBody } from '#api/token.ts'
import type { User } from '#api/user.ts'
import type { TimeUnit } from '#api/wire.ts'
import type { WriteCalls, ResourceAdapter, ResourceTypes, RowSnapshot } from './resource-adapter.ts'
import type { OutcomeOf } from './outcome.ts'
import type { MultiStepContext } from './repair.ts'
import { createTokenAdapter, type TokenTypes } from './token-adapter.ts'
import { delay } from './keyed-queue.ts'
import { createUserAdapter, type UserTypes } from './user-adapter.ts'
import type { WriteObserver, WriterDependencies, WriterSteps, VerifiedWriter } from './verified-writer.ts'
import { reverifyWrite } from './verify.ts'

/** The outcome of a write of a token. */
export type TokenOutcome = OutcomeOf<TokenTypes>

/** The outcome of a write of a user. */
export type UserOutcome = OutcomeOf<UserTypes>

/** The verified writes of tokens. */
export interface TokenWriter extends VerifiedWriter<TokenTypes> {
  /**
   * Updates a token as `write` does, then sends its record again until the value agrees with its row, five times at most;
   * no other write of it comes in between. An empty change repairs the value alone, and is blocked as `no-change` where
   * the value agrees. `sideEffect` says how it ended. A row that somebody else changes meanwhile is left alone.
   */
  repair: (
    snapshot: RowSnapshot<Token>,
    change: TokenChange,
    observer?: WriteObserver,
  ) => Promise<TokenOutcome | undefined>
  /**
   * Deletes a token and creates it again with another value; no other write of it comes in between. Nothing is sent if
   * the new token cannot take over a field. `change`: what the new token has differently. After `replace-incomplete`, create
   * `toNewToken(tokenToRecreate)`.
   */
  replace: (
    snapshot: RowSnapshot<Token>,
    change: TokenChange,
    observer?: WriteObserver,
  ) => Promise<TokenOutcome | undefined>
}

/** The verified writes of users. Where the service lists none, nothing is read, and every read-back is `unavailable`. */
export type UserWriter = VerifiedWriter<UserTypes>

/** `unit`: of the service's moments, as documented where it is unknown; it is read for each write. */
export function createTokenWriter(
  tokens: WriteCalls<TokenTypes>,
  dependencies: WriterDependencies & { clock?: ServiceClock | undefined },
  unit: () => TimeUnit,
): TokenWriter {
  const { now, signal, clock, wait = delay } = dependencies
  // A lifetime counts by the service's clock, where it is known: by a slow one of this machine it could be over at birth.
  const adapter = createTokenAdapter(unit, () => now() + (clock?.surely()?.ms ?? 0))
  const { load, ...writer } = createLazyWriter(tokens, adapter, dependencies)
  const asOneTask =
    (
      operation: (
        snapshot: RowSnapshot<Token>,
        change: TokenChange,
        context: MultiStepContext,
      ) => Promise<TokenOutcome | undefined>,
    ) =>
    async (snapshot: RowSnapshot<Token>, change: TokenChange, observer: WriteObserver = {}) => {
      const { steps } = await load()
      return steps.enqueue([snapshot.row.name], async () => {
        const send = (record: TokenBody) => tokens.update(record, { signal })
        const more = { unit: unit(), now, clock, observer, send, wait: (ms: number) => wait(ms, signal) }
        const outcome = await operation(snapshot, change, { steps, adapter, ...more })
        if (outcome !== undefined && outcome.delivery !== 'not-sent') steps.rememberRow(outcome)
        return outcome
      })
    }
  return {
    ...writer,
    repair: asOneTask(async (...rest) => (await import('./repair.ts')).repairValue(...rest)),
    replace: asOneTask(async (...rest) => (await import('./replace.ts')).replaceValue(...rest)),
  }
}

/** `isOwnAccount`: whether a row is, or may be, the account of this session. */
export function createUserWriter(
  users: WriteCalls<UserTypes>,
  dependencies: WriterDependencies,
  isOwnAccount?: (row: User) => boolean,
): UserWriter {
  return createLazyWriter(users, createUserAdapter(isOwnAccount), dependencies)
}

/** For a service that lists no users: what is sent is made from the snapshot. */
export function createUnlistedUserWriter(
  { create, update, remove }: ApiClient['users'],
  dependencies: WriterDependencies,
  isOwnAccount?: (row: User) => boolean,
): UserWriter {
  return createUserWriter({ create, update, remove }, dependencies, isOwnAccount)
}

/** The verified writes of a resource. No list needs their code: a page loads it while it is idle, before any action begins. */
function createLazyWriter<T extends ResourceTypes>(
  calls: WriteCalls<T>,
  adapter: ResourceAdapter<T>,
  dependencies: WriterDependencies,
): VerifiedWriter<T> & { load: () => Promise<{ steps: WriterSteps<T> }> } {
  let loading: Promise<{ write: VerifiedWriter<T>['write']; steps: WriterSteps<T> }> | undefined
  const load = () =>
    (loading ??= import('./verified-writer.ts').then(({ createVerifiedWriter }) =>
      createVerifiedWriter(calls, adapter, dependencies),
    ))
  return {
    load,
    write: async (...asked) => (await load()).write(...asked),
    reverify: (outcome, list) => reverifyWrite(adapter, outcome, list),
  }
}
