import { HostFailure, sentHeader } from './console-host.ts'
import { quotable, type Problem } from './problem.ts'

/** What our host says went wrong between it and the service; undefined: the answer is not the host's own. */
export function hostProblem(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
): Problem | undefined {
  const fate = headers.get(sentHeader)
  if (fate === null || (status !== 502 && status !== 504)) return undefined
  const sent = fate === 'not-sent' ? 'not-sent' : 'unknown'
  if (status === 504) return { kind: 'timed-out', after: 0, sent }
  const failure = read(text)
  switch (failure?.error) {
    case 'redirected':
      return { ...unread, status: failure.status ?? status, at: ['a redirect'] }
    case 'encoded':
      return { ...unread, status: failure.status ?? status, at: ['a compressed body'] }
    case 'too-large':
      return { kind: 'too-large', cap: failure.bytes ?? 0 }
    case 'refused':
      return { kind: 'refused', status: failure.status ?? status, said: failure.said ?? '' }
    case 'unreadable':
      return {
        ...unread,
        status: failure.status ?? status,
        received: received(failure),
        bytes: failure.bytes ?? 0,
        at: failure.at ?? ['the answer'],
      }
    default:
      return { kind: 'unreachable', sent }
  }
}

const unread = { kind: 'unreadable', received: { form: 'text' }, bytes: 0 } as const

function received({ received: said = { form: 'text' } }: HostFailure) {
  return said.form === 'html' ? { ...said, begins: quotable(said.begins) } : said
}

function read(text: string): HostFailure | undefined {
  try {
    return HostFailure.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
