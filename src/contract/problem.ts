import * as z from 'zod/mini'

/** Which of the service's two groups of calls: they can be switched off separately. */
export type Part = 'tokens' | 'users'

/** What came instead of what was expected. `begins` is set for HTML only: markup holds no secret of ours. */
export const Received = z.union([
  z.object({ form: z.literal('html'), begins: z.string() }),
  z.object({ form: z.literal(['json', 'text', 'empty', 'broken-off']) }),
])
export type Received = z.infer<typeof Received>

const sent = z.literal(['not-sent', 'unknown'])
const said = z.string()
const status = z.number()
const kind = <Kind extends string>(name: Kind) => z.literal(name)

/**
 * Everything that can go wrong between the console and a service, in one union. Words for a person are made at the
 * edge (`web/service/problem-words.ts`); nothing here is a sentence except `said`, which is the service's own text,
 * already cut to 300 characters and free of anything shaped like a secret. Our host sends one when a sign-in fails.
 */
export const Problem = z.discriminatedUnion('kind', [
  /** No answer. `sent` says whether the request may have reached the service: only `not-sent` is sure. */
  z.object({ kind: kind('unreachable'), sent }),
  /** No answer within `after` milliseconds. */
  z.object({ kind: kind('timed-out'), after: z.number(), sent }),
  z.object({ kind: kind('signed-out'), status: z.literal([401, 403]), said }),
  /** 404 (or another `status` that says the same) on this part, while the sibling part answers. */
  z.object({ kind: kind('switched-off'), part: z.literal(['tokens', 'users']), status: z.optional(z.literal([405])) }),
  /** 404 on both parts: a wrong address, or both switched off. */
  z.object({ kind: kind('no-service') }),
  /** Any other 4xx: a duplicate (409), a bad field (400, 422), an unknown name (404 where the part itself answers) … */
  z.object({ kind: kind('refused'), status, said }),
  /** 429. `retryAfter` is in seconds from the moment of the answer, where the service gave it. */
  z.object({ kind: kind('too-many'), retryAfter: z.union([z.number(), z.undefined()]), said }),
  /** 5xx. `sent: 'not-sent'` when our host says that the request never reached the service. */
  z.object({ kind: kind('failing'), status, said, sent }),
  /** An OK whose body is not what was asked for. `at` names places (keys, row numbers), never contents. */
  z.object({ kind: kind('unreadable'), status, received: Received, bytes: z.number(), at: z.array(z.string()) }),
  /** An answer larger than `cap` bytes; it was not read to its end. */
  z.object({ kind: kind('too-large'), cap: z.number() }),
  /** The name cannot be written into an address (it holds half of a surrogate pair). Nothing was sent. */
  z.object({ kind: kind('unsendable') }),
])
export type Problem = z.infer<typeof Problem>

/** The only error that the contract throws, aborts apart (those stay the signal's own reason). */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.kind)
    this.problem = problem
  }
}

/** The problem in `error`, or undefined for an abort or for a fault of our own. */
export function problemOf(error: unknown): Problem | undefined {
  return error instanceof ServiceError ? error.problem : undefined
}

/** Whether the request behind this problem may have changed something: then only a read can tell. */
export function mayHaveBeenApplied(problem: Problem): boolean {
  switch (problem.kind) {
    case 'unreachable':
    case 'timed-out':
    case 'failing':
      return problem.sent === 'unknown'
    case 'unreadable':
    case 'too-large':
      return true
    case 'signed-out':
    case 'switched-off':
    case 'no-service':
    case 'refused':
    case 'too-many':
    case 'unsendable':
      return false
  }
}

const jwtLike = /[\w-]{8,}\.[\w-]{8,}\.[\w-]*|eyJ[\w-]{8,}/g

/** Control characters, line separators, and marks that turn the direction of what follows. */
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/**
 * A service's own text made fit to show: at most 300 characters, control characters as blanks, and everything shaped
 * like a JWT or equal to one of `secrets` (at least 4 characters long; also as JSON spells it) masked.
 */
export function quotable(text: string, secrets: readonly string[] = []): string {
  const spellings = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
  // The longest first, so that one secret within another leaves no rest.
  spellings.sort((a, b) => b.length - a.length)
  let out = text
  for (const secret of spellings) if (secret.length >= 4) out = out.replaceAll(secret, '•••')
  // Cut before the pattern, which takes quadratic time on one endless word.
  out = out.slice(0, 4096).replace(jwtLike, '•••').replace(unprintable, ' ').trim()
  return out.length > 300 ? `${out.slice(0, 299).replace(/[\ud800-\udbff]$/, '')}…` : out
}
