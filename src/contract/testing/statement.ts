import type { WholeClient } from '#contract/testing/client.ts'
import { problemOf, type ResourceName, type Problem } from '#contract/problem.ts'
import type { Dated } from '#contract/list/row-store.ts'
import type { Resource } from '#contract/service.ts'

/** It holds, it does not apply here, or what was seen instead, in words without contents. */
export type Outcome = true | 'not-applicable' | (string & {})

/** What a statement may use beside the service. */
export interface StatementContext {
  /** A throw-away name that does not exist; a different one each time. */
  freshName: () => string
  /** Milliseconds since 1970. */
  now: () => number
  /** For created users. */
  password: string
  /** The same service with an access token that does not exist. */
  stranger: WholeClient
}

/** One thing that the console relies on, whatever the documentation leaves open. */
export interface Statement {
  says: string
  holds: (service: WholeClient, trial: StatementContext) => Promise<Outcome>
}

/** One resource while a statement is checked. Rows created through it are removed at the end. */
export interface StatementRun<Row, Draft> {
  service: WholeClient
  trial: StatementContext
  /** Creates a row under a fresh name and returns that name. */
  create: (draft: (name: string) => Draft) => Promise<string>
  /** Registers a name that other calls may create. */
  track: (name: string) => string
  /** The current row. */
  row: (name: string) => Promise<Row | undefined>
}

/** A statement that writes and removes what it created, about a resource with a list. Without a list nothing could be verified. */
export function writingStatement<Row extends Dated, Draft extends object, Change>(
  part: ResourceName,
  resource: (service: WholeClient) => Resource<Row, Draft, Change>,
  says: string,
  tried: (attempt: StatementRun<Row, Draft>) => Promise<Outcome>,
): Statement {
  return {
    says,
    async holds(service, trial) {
      const rows = resource(service)
      const temporary: string[] = []
      const track = (name: string) => {
        temporary.push(name)
        return name
      }
      try {
        await rows.read(new Set([trial.freshName()]))
        return await tried({
          service,
          trial,
          track,
          create: async (draft) => {
            const name = track(trial.freshName())
            await rows.create(draft(name))
            return name
          },
          row: async (name) => (await rows.read(new Set([name]))).get(name),
        })
      } catch (error) {
        return failed(error, part)
      } finally {
        await Promise.allSettled(temporary.map((name) => rows.remove(name)))
      }
    },
  }
}

/** A statement that only reads. */
export function readingStatement(
  says: string,
  part: ResourceName,
  tried: (service: WholeClient, trial: StatementContext) => Promise<Outcome>,
): Statement {
  return {
    says,
    holds: (service, trial) => tried(service, trial).catch((error: unknown) => failed(error, part)),
  }
}

/** Runs a call that a service may refuse. Any other failure is thrown. */
export async function maybeRefused(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    const problem = problemOf(error)
    // A real server answers some of them with 500.
    if (problem?.kind !== 'refused' && problem?.kind !== 'failing') throw error
  }
}

/** The Problem of a failed call; undefined: it succeeded. */
export async function problemIn(call: Promise<unknown>): Promise<Problem | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    return problem
  }
}

function failed(error: unknown, part: ResourceName): Outcome {
  const problem = problemOf(error)
  if (problem === undefined) throw error
  if (problem.kind === 'no-service' || (problem.kind === 'switched-off' && problem.part === part))
    return 'not-applicable'
  return 'status' in problem ? `${problem.kind}, status ${problem.status}` : problem.kind
}
