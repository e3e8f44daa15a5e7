import { fingerprintKey } from '#contract/jwt.ts'
import * as z from 'zod/mini'
import type { OpenForm } from '#web/writes/open-forms.ts'
import type { Signed } from './sign-in-backend.ts'

const Form = z.object({
  page: z.literal(['tokens', 'users']),
  row: z.optional(z.string()),
  fields: z.looseObject({}),
  /** Fingerprint of the person it belongs to: see `Signed.printOf`. */
  print: z.string(),
  key: z.string(),
})
/** `updated`: the page was reloaded because the console was updated, and nobody signed out. */
const SignedOut = z.object({ form: z.optional(Form), updated: z.optional(z.boolean()) })

/** A sign-out in another tab or a reload, and the form that was open in this one. */
export type SignedOutElsewhere = z.infer<typeof SignedOut>

interface Place {
  tab: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  origin: string
}

const keptAt = (origin: string) => `query-admin signed out elsewhere ${origin}`

/** Keeps the open form across the reload that follows. Without a fingerprint of the person it is dropped. */
export async function keepForm(
  { tab, origin }: Place,
  form: OpenForm | undefined,
  { printOf }: Signed,
  why: Pick<SignedOutElsewhere, 'updated'> = {},
) {
  const key = fingerprintKey()
  const print = form && (await printOf(key))
  const record = print === undefined ? why : { ...why, form: { ...form, print, key } }
  tab.setItem(keptAt(origin), JSON.stringify(record))
}

/** The sign-out that is kept. */
export function signedOutElsewhere({ tab, origin }: Place): SignedOutElsewhere | undefined {
  return SignedOut.safeParse(parsed(tab.getItem(keptAt(origin)))).data
}

/** Takes the kept form for the person who is signed in now; `dropped`: it belonged to somebody else. */
export async function takeForm(place: Place, { printOf }: Signed): Promise<OpenForm | 'dropped' | undefined> {
  const form = signedOutElsewhere(place)?.form
  place.tab.removeItem(keptAt(place.origin))
  if (form === undefined) return undefined
  const { print, key, ...open } = form
  return (await printOf(key)) === print ? open : 'dropped'
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}

/** Words that are needed before the sign-in page is loaded. */
export const waitingWords = {
  opening: 'Opening…',
  signingOut: 'Signing out…',
  formDropped: 'The open form belonged to another account and was discarded.',
} as const
