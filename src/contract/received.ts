import { literal, object, string, union, type Shaped } from './shape.ts'

/** What came instead of what was expected. `begins` is set for HTML only: markup holds no secret of ours. */
export const Received = union([
  object({ form: literal('html'), begins: string }),
  object({ form: literal('json', 'text', 'empty', 'malformed', 'broken-off') }),
])
export type Received = Shaped<typeof Received>
