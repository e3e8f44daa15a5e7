import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** A sample configuration, with the changes that its head asks for: for this build, service (on plain http) and port. */
export function sampleFor(name: 'nginx.conf' | 'Caddyfile', service: string, port: number): string {
  const { origin, host } = new URL(service)
  return readFileSync(join(root, 'src', 'host', 'samples', name), 'utf8')
    .replaceAll('https://query.example.org', origin)
    .replaceAll('query.example.org', host)
    .replaceAll('/srv/query-admin', join(root, 'dist'))
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replaceAll(/^ *proxy_ssl.*\n/gm, '')
}
