import * as z from 'zod/mini'

/** The body of a sign-in by password. */
export const Credentials = z.object({ email: z.string().check(z.minLength(1)), password: z.string() })
export type Credentials = z.infer<typeof Credentials>

/** A way to sign in: an access token, or email and password. */
export const SignInRequest = z.discriminatedUnion('by', [
  z.object({ by: z.literal('bearer'), bearer: z.string().check(z.regex(/^[\x21-\x7e]+$/)) }),
  z.extend(Credentials, { by: z.literal('password') }),
])
export type SignInRequest = z.infer<typeof SignInRequest>

/** A pasted access token, cleaned, or why it is not one. An invalid one is never sent. */
export type ParsedAccessToken = { bearer: string } | { bad: 'empty' | 'blank-inside' | 'not-ascii' }

/** A pasted secret without whitespace around it, line breaks inside it, and a header name or scheme in front of it. */
export function cleanPastedSecret(text: string): string {
  return text
    .trim()
    .replace(/^authorization\s*:\s*/i, '')
    .replace(/^bearer(\s+|$)/i, '')
    .replace(/\s*[\r\n]+\s*/g, '')
}

/** The value in a text that was pasted: the only JWT of a JSON text, a command or an address, else the whole text. */
export function extractPastedValue(text: string): string {
  const [found, ...others] = new Set(text.match(/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/g))
  return found !== undefined && others.length === 0 ? found : cleanPastedSecret(text)
}

/** Whether a value is a part of a JWT: cut off, or without its beginning. */
export const isPartialJwt = (value: string) => /^(eyJ[\w-]*(\.[\w-]*)?|[\w-]*\.[\w-]{43,})$/.test(value)

/** A pasted access token. */
export function parsePastedAccessToken(text: string): ParsedAccessToken {
  const bearer = cleanPastedSecret(text)
  if (bearer === '') return { bad: 'empty' }
  if (/\s/.test(bearer)) return { bad: 'blank-inside' }
  return /^[\x21-\x7e]+$/.test(bearer) ? { bearer } : { bad: 'not-ascii' }
}
