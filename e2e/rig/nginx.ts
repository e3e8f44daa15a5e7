import { join } from 'node:path'
import { nginxSample } from '#host/samples/nginx.ts'
import { sampleSettings } from '#host/samples/sample.ts'
import { installed } from './installed.ts'
import { openWebServer, type WebServer } from './web-server.ts'

/** Why there is no nginx to test with; undefined: there is one. */
export function withoutNginx(): string | undefined {
  return installed('nginx') ? undefined : 'nginx is not installed: apt-get install nginx-light'
}

/**
 * Starts an nginx that serves the build with the configuration of `npm run sample -- nginx`, in front of `service`;
 * undefined: not installed. `more`: further lines.
 */
export function openNginx(service: string, more = ''): Promise<WebServer | undefined> {
  const root = join(import.meta.dirname, '..', '..', 'dist')
  return openWebServer('nginx', ({ port, dir }) => {
    const args = ['--service', service, '--root', root, '--listen', String(port), '--prefix', dir]
    return nginxSample(sampleSettings(['nginx', ...args]).sample).replace('merge_slashes off;', `$&\n${more}`)
  })
}
