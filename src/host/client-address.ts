import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The address a request comes from. `proxied`: a proxy of ours stands in front, which appends the address it sees to
 * `X-Forwarded-For`; everything before that last hop is the client's own word and counts for nothing.
 */
export function clientAddress({ socket, rawHeaders }: Arrival, proxied: boolean): string {
  const own = plain(socket.remoteAddress ?? '')
  if (!proxied) return own
  const hops = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'x-forwarded-for')
  const last = plain(hops.join(',').split(',').at(-1)?.trim() ?? '')
  return isIP(last) === 0 ? own : last
}

type Arrival = Pick<IncomingMessage, 'rawHeaders'> & { socket: Pick<IncomingMessage['socket'], 'remoteAddress'> }

/** An IPv4 address that came in through an IPv6 socket is still that IPv4 address. */
function plain(address: string): string {
  const inner = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1]
  return inner ?? address
}
