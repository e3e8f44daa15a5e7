import * as z from 'zod/mini'

/** What came instead of what was expected. `begins` is set for HTML only: markup holds no secret of ours. */
export const Received = z.union([
  z.object({ form: z.literal('html'), begins: z.string() }),
  z.object({ form: z.literal(['json', 'text', 'empty', 'malformed', 'broken-off']) }),
])
export type Received = z.infer<typeof Received>
