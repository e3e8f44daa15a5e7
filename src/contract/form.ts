import * as z from 'zod/mini'

/** What can be wrong with a field of a form. The words for it are the page's. */
export type Fault = (typeof kinds)[number]

const kinds = ['missing', 'unanswered', 'taken', 'unusual', 'past', 'too-far', 'too-short', 'too-long'] as const

/** What a check says where it fails. */
export const fault = (error: Fault) => ({ error, abort: true })

/** A flag as it stands in a form; undefined: the row's own cannot be read, and nobody has answered yet. */
export const typedFlag = z.optional(z.boolean())

/** What goes along with every update, so that it must be answered where the row's own cannot be read. */
export const answered = <Answer>(schema: z.ZodMiniType<Answer, Answer>) =>
  z.pipe(
    z.optional(schema),
    z.transform((answer, { issues }): Answer => {
      if (answer !== undefined) return answer
      issues.push({ code: 'custom', message: 'unanswered' satisfies Fault, input: answer })
      return z.NEVER
    }),
  )

/** A flag that can be sent. */
export const answeredFlag = answered(z.boolean())

/** What is wrong, by field: the first thing of each. */
export function faultsOf(schema: z.ZodMiniType, typed: unknown): ReadonlyMap<string, Fault> {
  const found = new Map<string, Fault>()
  for (const { path, message } of schema.safeParse(typed).error?.issues ?? []) {
    const field = String(path[0])
    const kind = kinds.find((one) => one === message)
    if (kind !== undefined && !found.has(field)) found.set(field, kind)
  }
  return found
}

/** The answers that are not what the row holds: what a change names. */
export function changed<Answers extends object>(
  row: Readonly<Record<keyof Answers, unknown>>,
  answers: Answers,
): Partial<Answers> {
  const held = new Map<string, unknown>(Object.entries(row))
  return Object.fromEntries(
    Object.entries(answers).filter(([field, answer]) => answer !== held.get(field)),
  ) as Partial<Answers>
}
