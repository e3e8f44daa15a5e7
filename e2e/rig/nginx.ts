import { installed } from './installed.ts'
import { sampleFor } from './web-server-sample.ts'
import { openWebServer, type WebServer } from './web-server.ts'

/** Why there is no nginx to test with; undefined: there is one. */
export function withoutNginx(): string | undefined {
  return installed('nginx') ? undefined : 'nginx is not installed: apt-get install nginx-light'
}

/**
 * Starts an nginx that serves the build with `src/host/samples/nginx.conf`, in front of `service`; undefined: not
 * installed. `more`: further lines.
 */
export function openNginx(service: string, more = ''): Promise<WebServer | undefined> {
  return openWebServer('nginx', ({ port, dir }) =>
    sampleFor('nginx.conf', service, port)
      .replaceAll('/run/query-admin', dir)
      .replace('merge_slashes off;', `$&\n${more}`),
  )
}
