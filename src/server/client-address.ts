import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { headerPairs } from './request-checks.ts'

/** Whether a connection comes from a proxy whose `X-Forwarded-For` counts. */
export type Trusts = (address: string) => boolean

/** Trusts the proxies at these addresses and in these networks (`10.0.0.0/8`); undefined: one of them is neither. */
export function trustIn(proxies: readonly string[]): Trusts | undefined {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(proxy) ?? []
    const version = isIP(address)
    const maxBits = version === 4 ? 32 : 128
    if (version === 0 || Number(bits ?? maxBits) > maxBits) return undefined
    list.addSubnet(address, Number(bits ?? maxBits), version === 4 ? 'ipv4' : 'ipv6')
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

/**
 * The client's address. A trusted proxy appends the address that it sees to `X-Forwarded-For`; the client may have
 * written everything before that last entry. Undefined if the last entry of a trusted one is not an address.
 */
export function clientAddress({ socket, rawHeaders }: RawConnection, trusts: Trusts): string | undefined {
  const peerAddress = unwrapIpv4(socket.remoteAddress ?? '')
  if (!trusts(peerAddress)) return peerAddress
  const hops = headerPairs(rawHeaders).filter(([name]) => name.toLowerCase() === 'x-forwarded-for')
  const last = unwrapIpv4(withoutPort(hops.at(-1)?.[1].split(',').at(-1)?.trim() ?? ''))
  return isIP(last) === 0 ? undefined : last
}

type RawConnection = Pick<IncomingMessage, 'rawHeaders'> & { socket: Pick<IncomingMessage['socket'], 'remoteAddress'> }

/** The address in `ip:port`, `[v6]` and `[v6]:port`, which some proxies write. */
function withoutPort(hop: string): string {
  return (
    /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/
      .exec(hop)
      ?.slice(1)
      .find((part) => part !== undefined) ?? hop
  )
}

/** Unwraps an IPv4 address that an IPv6 socket reports. */
function unwrapIpv4(address: string): string {
  const inner = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1]
  return inner ?? address
}

/**
 * The network that an address counts for. IPv4 counts as a whole, also if written as IPv6, and this machine's own
 * addresses count as one. IPv6 counts by /64, which one client owns as a whole. Anything else counts as it is.
 */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, '')
  const version = isIP(bare)
  if (version === 4) return bare.startsWith('127.') ? loopback : bare
  if (version === 0) return address
  const groups = expanded(new URL(`http://[${bare}]`).hostname.slice(1, -1)) // in canonical form
  const bytes = groups.slice(6).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
  const prefix = groups.slice(0, 6).join()
  if (prefix === '0,0,0,0,0,ffff') return networkOf(bytes.join('.'))
  if (prefix === '0,0,0,0,0,0' && bytes.join() === '0,0,0,1') return loopback
  return `${groups.slice(0, 4).join(':')}/64`
}

const loopback = 'loopback'

function expanded(address: string): string[] {
  const [before = '', after] = address.split('::')
  const leading = before.split(':').filter(Boolean)
  const trailing = (after ?? '').split(':').filter(Boolean)
  return [...leading, ...Array.from({ length: 8 - leading.length - trailing.length }, () => '0'), ...trailing]
}
