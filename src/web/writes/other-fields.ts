import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { LearnedStore } from '#web/service/learned-store.ts'

const points = { tokens: 'omitted-on-put', users: 'user-omitted-on-put' } as const

/**
 * Names of fields that an update may clear: rows of this list carry them, the console cannot send them, and the service is
 * not known to keep what an update leaves out.
 */
export function fieldsAtRisk(
  part: keyof typeof points,
  { otherFields }: Pick<RowStore<Dated>, 'otherFields'>,
  learned: ReturnType<LearnedStore['get']>,
): readonly string[] {
  return learned[points[part]]?.seen === 'kept' ? [] : otherFields
}
