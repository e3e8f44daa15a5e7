import { array, mapped, nullable, object, string, union } from './shape.ts'

const said = nullable(string)
const held = object({ token: said })

/**
 * The value of a token, or the bearer that a sign-in answers with, in every spelling seen; the parsed thing is the secret itself, or undefined for "no such" (an
 * empty list, null).
 */
export const TokenValue = mapped(
  union([object({ data: union([array(held), held, said]) }), object({ value: said }), held, array(held), said]),
  (answer): string | undefined => secretIn(answer) ?? undefined,
)

type Said = string | null
type Answer = Said | { token: Said } | { value: Said } | { token: Said }[] | { data: Answer }

function secretIn(answer: Answer): Said | undefined {
  if (typeof answer === 'string' || answer === null) return answer
  if (Array.isArray(answer)) return answer[0]?.token
  if ('data' in answer) return secretIn(answer.data)
  return 'value' in answer ? answer.value : answer.token
}
