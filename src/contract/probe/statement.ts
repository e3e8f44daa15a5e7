import { problemOf, type ResourceName, type Problem } from '#contract/problem.ts'
import type { Dated } from '#contract/list/row-store.ts'
import type { SignInCalls, Resource, Service } from '#contract/service.ts'

/** It holds; it cannot be asked here; or what was seen instead, in words without contents. */
export type Outcome = true | 'not-applicable' | (string & {})

/** What a statement may use beside the service. */
export interface StatementContext {
  /** A throw-away name that nobody has, another one each time. */
  freshName: () => string
  /** Milliseconds since 1970. */
  now: () => number
  /** For the users that are made, some of them active admins: on a live service one that nobody knows. */
  password?: string
  /** The same service asked with a bearer that nobody has; left out where the caller cannot ask so. */
  stranger?: Service & SignInCalls
}

/** One thing that the console relies on, whatever the documentation leaves open. */
export interface Statement {
  says: string
  /** Whether it creates rows (and removes them again, also when it fails). */
  writes: boolean
  holds: (service: Service & SignInCalls, trial: StatementContext) => Promise<Outcome>
}

/** One part of a service while a statement tries it; what is made through it is removed at the end. */
export interface StatementRun<Row, Draft> {
  service: Service & SignInCalls
  trial: StatementContext
  /** Creates one row under a fresh name, and gives that name. */
  create: (draft: (name: string) => Draft) => Promise<string>
  /** Any name that may come to be there through other calls than `make`. */
  track: (name: string) => string
  /** The row as it is now. */
  row: (name: string) => Promise<Row | undefined>
}

/** A statement about a part that is listed here; without a list nothing could be told. */
export function writingStatement<Row extends Dated, Draft extends object, Change>(
  part: ResourceName,
  resource: (service: Service & SignInCalls) => Resource<Row, Draft, Change>,
  says: string,
  tried: (attempt: StatementRun<Row, Draft>) => Promise<Outcome>,
): Statement {
  return {
    says,
    writes: true,
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
  tried: (service: Service & SignInCalls, trial: StatementContext) => Promise<Outcome>,
): Statement {
  return {
    says,
    writes: false,
    holds: (service, trial) => tried(service, trial).catch((error: unknown) => failed(error, part)),
  }
}

/** Runs a call that a service may refuse, as long as it says so. Any other failure goes on. */
export async function maybeRefused(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    const problem = problemOf(error)
    // A real server answers some of them with 500.
    if (problem?.kind !== 'refused' && problem?.kind !== 'failing') throw error
  }
}

/** The Problem a call ended in, or undefined when it went well. */
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
