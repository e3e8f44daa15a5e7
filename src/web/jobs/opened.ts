import type { ResourceName } from '#contract/problem.ts'

/** What is open over the page: one sheet at a time. */
export type Opened =
  /** The sheet of a new row. `like`: the name of the row that it begins as. */
  | { is: 'new'; resource: ResourceName; like?: string }
  /** The sheet of a row. */
  | { is: 'row'; resource: ResourceName; name: string; hasPassword?: true }
  | { is: 'import'; resource: ResourceName }
  /** *Find by value*. A pasted value can be taken once. */
  | { is: 'find'; takePasted?: () => string }
  | { is: 'activity' }
  /** The report of a job. */
  | { is: 'report'; job: number }
