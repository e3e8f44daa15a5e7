import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createConnections } from './connections.ts'

const limits = { sockets: 2_000, socketsOfAddress: 5 }

test('a client that uses one port of its own for many addresses of this machine holds no more connections', () => {
  const connections = createConnections(limits, false)
  let open = 0
  for (let index = 1; index <= 60; index += 1) {
    const socket = new EventEmitter()
    const destroy = () => {
      open -= 1
      socket.emit('close')
    }
    open += 1
    const ends = { remoteAddress: '127.0.0.1', remotePort: 50_000, localAddress: `127.0.0.${index}` }
    connections.admit(Object.assign(socket, ends, { destroy }) as unknown as Socket)
  }
  expect([open, connections.all().length]).toEqual([5, 5])
})
