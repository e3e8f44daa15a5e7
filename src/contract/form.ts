import * as z from 'zod/mini'

/** What can be wrong with a form field. The page has the words for it. */
export type Fault = (typeof kinds)[number]

const kinds = [
  ...(['missing', 'unanswered', 'taken', 'unusual'] as const),
  ...(['unfinished', 'no-such-day', 'skipped', 'past', 'too-far', 'far-year'] as const),
] as const

/** The error of a failed check. */
export const fault = (error: Fault) => ({ error, abort: true })

/** A flag in a form; undefined: the stored one is unreadable and the admin has not answered yet. */
export const typedFlag = z.optional(z.boolean())

/** A field that every update sends, so it must be answered if the stored one is unreadable. */
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

/** The first fault of each field. */
export function faultsOf(schema: z.ZodMiniType, typed: unknown): ReadonlyMap<string, Fault> {
  const faults = new Map<string, Fault>()
  for (const { path, message } of schema.safeParse(typed).error?.issues ?? []) {
    const field = String(path[0])
    const kind = kinds.find((candidate) => candidate === message)
    if (kind !== undefined && !faults.has(field)) faults.set(field, kind)
  }
  return faults
}

/** The answers that differ from the row: the fields of a change. */
export function changed<Answers extends object>(
  row: Readonly<Record<keyof Answers, unknown>>,
  answers: Answers,
): Partial<Answers> {
  const stored = new Map<string, unknown>(Object.entries(row))
  return Object.fromEntries(
    Object.entries(answers).filter(([field, answer]) => answer !== stored.get(field)),
  ) as Partial<Answers>
}
