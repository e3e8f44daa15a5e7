import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { fromAuthority } from '#server/testing/certificate.ts'

/** The service behind TLS, with a certificate from a private authority. `authority`: the file with that one's own. */
export async function openPrivateService(service: string) {
  const { cert, key, authority } = fromAuthority()
  const dir = await mkdtemp(join(tmpdir(), 'query-admin-authority-'))
  const file = join(dir, 'authority.pem')
  await writeFile(file, authority)
  const server = createServer({ cert, key }, (socket) => {
    const inner = connect(Number(new URL(service).port), '127.0.0.1')
    for (const [from, to] of [
      [socket, inner],
      [inner, socket],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authority: file,
    async stop() {
      await new Promise((resolve) => server.close(resolve))
      await rm(dir, { recursive: true })
    },
  }
}
