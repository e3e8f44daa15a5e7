import * as z from 'zod/mini'
import type { Received } from './received.ts'

const received = z.union([
  z.object({ form: z.literal('html'), begins: z.string() }),
  z.object({ form: z.literal(['json', 'text', 'empty', 'malformed', 'broken-off']) }),
]) satisfies z.ZodMiniType<Received>
const sent = z.literal(['not-sent', 'unknown'])
const said = z.string()
const status = z.number()
/** Whose doing it is, where it is not the service’s. */
const by = z.optional(z.literal('console-server'))
const kind = <Kind extends string>(name: Kind) => z.literal(name)

/**
 * Everything that can go wrong between the console and a service, in one union. Words for a person are made at the
 * edge (`web/service/problem-words.ts`); nothing here is a sentence except `said`, which is the service's own text,
 * already cut to 300 characters and free of anything shaped like a secret. Our host sends one when a sign-in fails.
 */
export const Problem = z.discriminatedUnion('kind', [
  /** No answer. `sent` says whether the request may have reached the service: only `not-sent` is sure. */
  z.object({ kind: kind('unreachable'), sent, by }),
  /** No answer within `after` milliseconds. */
  z.object({ kind: kind('timed-out'), after: z.number(), sent, by }),
  z.object({ kind: kind('signed-out'), status: z.literal([401, 403]), said, by }),
  /** 404 (or another `status` that says the same) on this part, while the sibling part answers. */
  z.object({ kind: kind('switched-off'), part: z.literal(['tokens', 'users']), status: z.optional(z.literal([405])) }),
  /** 404 on both parts: a the address may be wrong, or both are turned off. */
  z.object({ kind: kind('no-service') }),
  /** Any other 4xx: a duplicate (409), a bad field (400, 422), an unknown name (404 where the part itself answers) … */
  z.object({ kind: kind('refused'), status, said }),
  /** 429. `retryAfter` is in seconds from the moment of the answer, where the service gave it. */
  z.object({ kind: kind('too-many'), retryAfter: z.union([z.number(), z.undefined()]), said }),
  /** 5xx. `sent: 'not-sent'` when our host says that the request never reached the service. `retryAfter`: as above. */
  z.object({ kind: kind('failing'), status, said, sent, retryAfter: z.optional(z.number()) }),
  /** An OK whose body is not what was asked for. `at` names places (keys, row numbers), never contents. */
  z.object({ kind: kind('unreadable'), status, received, bytes: z.number(), at: z.array(z.string()) }),
  /** An answer larger than `cap` bytes; it was not read to its end. */
  z.object({ kind: kind('too-large'), cap: z.number() }),
  /** The list was read, and the row is not among those of it that can be read: it may be one of those that cannot. */
  z.object({ kind: kind('perhaps-unreadable') }),
  /** The browser has no network. Nothing was sent. */
  z.object({ kind: kind('offline') }),
  /** The name cannot be written into an address (it holds half of a surrogate pair). Nothing was sent. */
  z.object({ kind: kind('unsendable') }),
])
export type Problem = z.infer<typeof Problem>
