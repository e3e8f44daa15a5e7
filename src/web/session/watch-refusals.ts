import type { Answered, ListReader } from '#contract/list/protocol.ts'
import type { Fetch } from '#contract/transport.ts'

/** Ways to a service. */
interface Ways {
  fetch: Fetch
  lists: ListReader | undefined
}

/** The same ways; `onRefused` hears of every answer that refuses the credential, 401 or 403. */
export function watchRefusals({ fetch, lists }: Ways, onRefused: (answer: Answered, status: number) => void): Ways {
  const watched =
    <Asked extends unknown[], A extends Answered>(ask: (...asked: Asked) => Promise<A>) =>
    async (...asked: Asked) => {
      const answer = await ask(...asked)
      if (answer.status === 401 || answer.status === 403) onRefused(answer, answer.status)
      return answer
    }
  return { fetch: watched(fetch), lists: lists && { ask: watched(lists.ask) } }
}
