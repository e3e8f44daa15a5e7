import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The address a request comes from. `proxied`: a proxy of ours stands in front, which appends the address it sees to
 * `X-Forwarded-For`; everything before that last hop is the client's own word and counts for nothing. Undefined where
 * that last hop is no address.
 */
export function clientAddress({ socket, rawHeaders }: Arrival, proxied: boolean): string | undefined {
  if (!proxied) return plain(socket.remoteAddress ?? '')
  const hops = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'x-forwarded-for')
  const last = plain(withoutPort(hops.join(',').split(',').at(-1)?.trim() ?? ''))
  return isIP(last) === 0 ? undefined : last
}

type Arrival = Pick<IncomingMessage, 'rawHeaders'> & { socket: Pick<IncomingMessage['socket'], 'remoteAddress'> }

/** Of `ip:port`, `[v6]` and `[v6]:port`, which some proxies write, the address. */
function withoutPort(hop: string): string {
  return (
    /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/
      .exec(hop)
      ?.slice(1)
      .find((part) => part !== undefined) ?? hop
  )
}

/** An IPv4 address that came in through an IPv6 socket is still that IPv4 address. */
function plain(address: string): string {
  const inner = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1]
  return inner ?? address
}
