import * as z from 'zod/mini'
import { flagFrom, momentFrom } from './wire.ts'

/** A flag in a row, in any spelling. An unreadable one is undefined: unknown, never "no". */
export const flag = z.pipe(z.optional(z.unknown()), z.transform(flagFrom))

/** A moment in a row. */
export const moment = z.pipe(z.optional(z.unknown()), z.transform(momentFrom))
