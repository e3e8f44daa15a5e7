import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Limits } from './limits.ts'
import { networksOf } from './client-address.ts'

interface Connection {
  socket: Socket
  network: string | undefined
  pending: Set<ServerResponse>
}

/**
 * The open connections, and the pending responses on each. `isProxied`: all connections come from one proxy, so its
 * address means nothing.
 */
export function createConnections(
  { sockets: most, socketsOfAddress, unanswered }: Pick<Limits, 'sockets' | 'socketsOfAddress' | 'unanswered'>,
  isProxied: boolean,
) {
  /** The one whose last request began or ended the longest ago comes first. */
  const connections = new Map<string, Connection>()

  function hasRoomFor(network: string | undefined): boolean {
    const others = [...connections.values()]
    const neighbours = isProxied ? [] : others.filter((other) => other.network === network)
    const crowd = neighbours.length >= socketsOfAddress ? neighbours : others.length >= most ? others : undefined
    if (crowd === undefined) return true
    const dropped = crowd.find(isExpendable)
    dropped?.socket.destroy()
    return dropped !== undefined
  }

  return {
    /**
     * Accepts a new connection. At the limit it closes the first one on which no call is carried out, or else the new
     * one. Idle ones are no exception: a new connection is idle, too, until its request has arrived.
     */
    admit(this: void, socket: Socket): void {
      // Node takes its own listener away at an upgrade: an error without any ends the process, not the connection.
      socket.on('error', () => undefined)
      const [network] = networksOf(socket.remoteAddress ?? '')
      if (!hasRoomFor(network)) {
        socket.destroy()
        return
      }
      const key = keyOf(socket)
      const connection: Connection = { socket, network, pending: new Set() }
      connections.set(key, connection)
      socket.once('close', () => {
        if (connections.get(key) === connection) connections.delete(key)
        for (const outgoing of connection.pending) endUnsent(outgoing)
      })
    },
    /** Counts a response as pending until it is closed; false: this connection has too many already. */
    addPending(outgoing: ServerResponse): boolean {
      const key = keyOf(outgoing.req.socket)
      const connection = connections.get(key)
      if (connection === undefined || connection.pending.size >= unanswered) return false
      connection.pending.add(outgoing)
      const moveToEnd = () => {
        if (connections.delete(key)) connections.set(key, connection)
      }
      moveToEnd()
      outgoing.once('close', () => {
        connection.pending.delete(outgoing)
        moveToEnd()
      })
      return true
    },
    /** The pending responses, on this connection or on all of them. */
    pending(socket?: Socket): ServerResponse[] {
      const selected = socket === undefined ? [...connections.values()] : [connections.get(keyOf(socket))]
      return selected.flatMap((connection) => [...(connection?.pending ?? [])])
    },
    all: () => [...connections.values()].map(({ socket }) => socket),
  }
}

/**
 * Whether nothing is lost with this connection: no call on it is carried out. A client could hold its place with half a
 * body, or with responses that it does not read.
 */
function isExpendable({ pending }: Connection): boolean {
  return ![...pending].some(isCarriedOut)
}

/** A call has no response yet. After that only a session has something to lose: its list goes on. */
function isCarriedOut({ req, headersSent, statusCode }: ServerResponse): boolean {
  if (!req.complete) return false
  return !headersSent || (statusCode === 200 && /^\/(_\/|console-rows)/.test(req.url ?? ''))
}

/**
 * The same key for a TLS socket and the TCP socket below it. One port of a client can be connected to several addresses
 * of this machine.
 */
function keyOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`
}

/** Node closes only the current response with its connection; the queued ones would wait forever. */
function endUnsent(outgoing: ServerResponse): void {
  if (outgoing.socket !== null || outgoing.closed) return
  outgoing.destroy()
  outgoing.emit('close')
}
