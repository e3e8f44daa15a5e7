import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy between browser and console server that records the answers. */
export interface Wiretap {
  /** The address to open instead of the console server's, ending in `/`. */
  origin: string
  /** Every answer so far: status, headers and body, and the body once more without zero bytes, for UTF-16. */
  answers: string[]
  close: () => Promise<void>
}

/** Forwards everything to `behind` unchanged, but asks for uncompressed answers. */
export async function openWiretap(behind: string): Promise<Wiretap> {
  const answers: string[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    const onward = request(new URL(url, behind), { method, headers: { ...headers, 'accept-encoding': 'identity' } })
    onward.on('response', (answer) => {
      const at = answers.push(`${answer.statusCode} ${answer.rawHeaders.join(' ')}\n`) - 1
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.on('data', (chunk: Buffer) => (answers[at] += chunk.toString('latin1')))
      answer.on('end', () => (answers[at] += `\n${answers[at]?.replaceAll('\0', '')}`))
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    answers,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
