import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands between browser and host and writes down what comes back. */
export interface Wiretap {
  /** What to open instead of the host's address, ending in `/`. */
  origin: string
  /** Every answer so far: status, headers and body, also as it reads where letters take two bytes. */
  answers: string[]
  close: () => Promise<void>
}

/** Passes everything on to `behind` as it is, but asks for answers that are not packed. */
export async function openWiretap(behind: string): Promise<Wiretap> {
  const answers: string[] = []
  const server = createServer((asked, answer) => {
    const { method = '', url = '', headers } = asked
    const onward = request(new URL(url, behind), { method, headers: { ...headers, 'accept-encoding': 'identity' } })
    onward.on('response', (said) => {
      const at = answers.push(`${said.statusCode} ${said.rawHeaders.join(' ')}\n`) - 1
      answer.writeHead(said.statusCode ?? 502, said.rawHeaders)
      said.on('data', (chunk: Buffer) => (answers[at] += chunk.toString('latin1')))
      said.on('end', () => (answers[at] += `\n${answers[at]?.replaceAll('\0', '')}`))
      said.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    asked.pipe(onward)
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
