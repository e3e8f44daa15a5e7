import { sizeOf, unreadableAs } from './answers.ts'
import { ServiceError } from './problem.ts'
import { finished, refuseMarkup, type Answer } from './transport.ts'

/** Looks at the first bytes of a list only: enough to tell a service from a gateway's page. */
export async function opened(answer: Answer): Promise<void> {
  await finished(answer, async () => {
    const { body, status } = answer.response
    const reader = body?.getReader()
    const decoder = new TextDecoder()
    let text = ''
    try {
      // A first chunk may hold nothing but blanks.
      while (reader !== undefined && text.trim() === '' && text.length < 4096) {
        const { done, value } = await reader.read()
        if (done) break
        text += decoder.decode(value, { stream: true })
      }
    } finally {
      reader?.cancel().catch(() => undefined)
    }
    refuseMarkup(text, status)
    if (text.trim() === '') throw new ServiceError(unreadableAs('empty', status, 0, ['the list']))
    if (!/^\s*[[{]/.test(text)) throw new ServiceError(unreadableAs('text', status, sizeOf(text), ['the list']))
  })
}
