import * as z from 'zod/mini'
import { Learned } from '#contract/learned.ts'
import { Problem } from '#contract/problem.ts'

/** What a probe is about to do, in the order of doing. */
export const probeSteps = [
  'check',
  'read',
  'users',
  'user-refusals',
  'tokens',
  'token-refusals',
  'use',
  'clean',
] as const
/** One of `probeSteps`. */
export type ProbeStep = (typeof probeSteps)[number]

/** A part of a probe that can be made alone. */
export const ProbePart = z.literal('token-updates')
export type ProbePart = z.infer<typeof ProbePart>

/** What came of a probe. */
export const ProbeReport = z.object({
  /** Every point. */
  learned: Learned,
  /** Throw-away names that may still be there; empty when the clean-up went well. */
  left: z.array(z.string()),
  interrupted: z.boolean(),
})
export type ProbeReport = z.infer<typeof ProbeReport>

/** One line of what our host says while it probes: what it is about to do, and at last what came of it. */
export const ProbeLine = z.union([
  z.object({ step: z.literal([...probeSteps]) }),
  z.object({ report: ProbeReport }),
  z.object({ problem: Problem }),
])
export type ProbeLine = z.infer<typeof ProbeLine>
