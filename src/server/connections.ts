import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Limits } from './limits.ts'
import { networkOf } from './client-address.ts'

interface Connection {
  socket: Socket
  network: string | undefined
  /** The response that the client waits for. */
  pending?: ServerResponse | undefined
}

/**
 * The open connections, each with at most one pending response. `isProxied`: all connections come from one proxy, so
 * its address means nothing.
 */
export function createConnections(
  { sockets: maxSockets, socketsOfAddress }: Pick<Limits, 'sockets' | 'socketsOfAddress'>,
  isProxied: boolean,
) {
  /** The one whose last request began or ended the longest ago comes first. */
  const connections = new Map<string, Connection>()

  function makeRoomFor(network: string | undefined): boolean {
    const others = [...connections.values()]
    const neighbours = isProxied ? [] : others.filter((other) => other.network === network)
    const candidates =
      neighbours.length >= socketsOfAddress ? neighbours : others.length >= maxSockets ? others : undefined
    if (candidates === undefined) return true
    const dropped = candidates.find(({ pending }) => pending === undefined || !isCarriedOut(pending))
    dropped?.socket.destroy()
    return dropped !== undefined
  }

  return {
    /**
     * Accepts a new connection. At the limit it closes the first one on which no call is carried out, or else the new
     * one: a client could hold its place with half a body, or with a response that it does not read. Idle ones are no
     * exception: a new connection is idle, too, until its request has arrived.
     */
    admit(this: void, socket: Socket): void {
      // Node takes its own listener away at an upgrade: an error without any ends the process, not the connection.
      socket.on('error', () => undefined)
      const network = networkOf(socket.remoteAddress ?? '')
      if (!makeRoomFor(network)) {
        socket.destroy()
        return
      }
      const key = keyOf(socket)
      const connection: Connection = { socket, network }
      connections.set(key, connection)
      socket.once('close', () => {
        if (connections.get(key) === connection) connections.delete(key)
      })
    },
    /** The response is pending until it is closed; false: the connection is gone. */
    begin(outgoing: ServerResponse): boolean {
      const key = keyOf(outgoing.req.socket)
      const connection = connections.get(key)
      if (connection === undefined) return false
      const moveToEnd = (pending: ServerResponse | undefined) => {
        connection.pending = pending
        if (connections.delete(key)) connections.set(key, connection)
      }
      moveToEnd(outgoing)
      outgoing.once('close', () => moveToEnd(undefined))
      return true
    },
    /** The pending response on this connection. */
    pendingOn: (socket: Socket) => connections.get(keyOf(socket))?.pending,
    pending: () => [...connections.values()].flatMap(({ pending }) => pending ?? []),
    all: () => [...connections.values()].map(({ socket }) => socket),
  }
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
