import * as z from 'zod/mini'
import { ProbePart } from '#contract/probe/report.ts'

/** Which rows a read of single rows is about. */
export const WantedRows = z.object({ names: z.array(z.string()).check(z.minLength(1), z.maxLength(1000)) })

/** How a probe is asked for. */
export const ProbeRequest = z.object({ write: z.boolean(), only: z.optional(ProbePart) })
