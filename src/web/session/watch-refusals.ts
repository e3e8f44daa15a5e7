import type { ResponseLike, ListReader } from '#contract/list/protocol.ts'
import type { Fetch } from '#contract/transport.ts'

/** The two ways of the page to a service. */
interface Connections {
  fetch: Fetch
  lists: ListReader | undefined
}

/** The same two, with `onRefused` called for every answer that refuses the credential (401 or 403). */
export function watchRefusals(
  { fetch, lists }: Connections,
  onRefused: (answer: ResponseLike, status: number) => void,
): Connections {
  const watched =
    <Asked extends unknown[], A extends ResponseLike>(ask: (...asked: Asked) => Promise<A>) =>
    async (...asked: Asked) => {
      const answer = await ask(...asked)
      if (answer.status === 401 || answer.status === 403) onRefused(answer, answer.status)
      return answer
    }
  return { fetch: watched(fetch), lists: lists && { request: watched(lists.request) } }
}
