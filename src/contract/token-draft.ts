import * as z from 'zod/mini'

/** The whole record as it is sent, on create and on update. `expiration_date` undefined: not sent. */
export const TokenDraft = z.object({
  name: z.string().check(z.minLength(1)),
  expiration_date: z.optional(z.union([z.int(), z.bigint()])),
  active: z.boolean(),
  write: z.boolean(),
})
export type TokenDraft = z.infer<typeof TokenDraft>
