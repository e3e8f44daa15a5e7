import * as z from 'zod/mini'
import { Learned } from '#contract/learned.ts'
import { Problem } from '#contract/problem.ts'

/** The steps of a probe in order, each with what is shown while it runs. */
export const stepWords = {
  check: 'Contacting the service…',
  read: 'Reading…',
  users: 'Changing test users…',
  'user-refusals': 'Testing invalid users…',
  tokens: 'Changing test tokens…',
  'token-refusals': 'Testing invalid tokens…',
  use: 'Testing token values…',
  clean: 'Deleting test data…',
}
/** One of these steps. */
export type ProbeStep = keyof typeof stepWords

/** A part of a probe that can run alone. */
export const ProbePart = z.literal('token-updates')
export type ProbePart = z.infer<typeof ProbePart>

/** The result of a probe. */
export const ProbeReport = z.object({
  /** Every point. */
  learned: Learned,
  /** Throw-away names that may still exist; empty after a complete clean-up. */
  left: z.array(z.string()),
  interrupted: z.boolean(),
})
export type ProbeReport = z.infer<typeof ProbeReport>

/** One line of the console server's response while it probes: the next step, or the result. */
export const ProbeLine = z.union([
  z.object({ step: z.literal(Object.keys(stepWords) as ProbeStep[]) }),
  z.object({ report: ProbeReport }),
  z.object({ problem: Problem }),
])
export type ProbeLine = z.infer<typeof ProbeLine>
