import { bounds } from './limits.ts'
import type { SettingName } from './settings.ts'

/** What each setting means, for `--help`. */
export const meanings: Record<SettingName, string> = {
  PORT: 'port to listen on (4173; 0: any free one)',
  HOST: 'address to listen on (127.0.0.1); others need TLS_CERT and TLS_KEY, or a TLS proxy in front',
  PUBLIC_HOSTS: 'further names that the Host header may have, such as admin.example.org',
  QUERY_SERVICE_URL: 'the Query service, http or https (the demo service inside)',
  TLS_CERT: 'file with the certificate as PEM; with TLS_KEY the console server speaks https',
  TLS_KEY: 'file with the private key as PEM, for its owner alone',
  ALLOW_PLAIN_HTTP: '"behind-proxy": a TLS proxy in front passes on Host and appends to X-Forwarded-For',
  ALLOW_PLAIN_SERVICE: '"1": QUERY_SERVICE_URL may be plain http beyond this machine',
  SESSION_IDLE_MINUTES: 'a session ends after so many minutes of inactivity (15)',
  SESSION_HOURS: 'a session ends after so many hours at the latest (8)',
  LOG: '"json": every line as JSON, one for each request and each security event',
  DATA_DIR: 'demo service: where its store and its sign-in details are',
  READINGS: 'demo service: how it answers; documented, bare or query-server',
  ADMIN_EMAIL: 'demo service: email of the admin made at the first start',
  ADMIN_PASSWORD: 'demo service: password of that admin (at random)',
}

/** What `npm start -- --help` prints: settings and limits. */
export function usage(): string {
  const limits = Object.entries(bounds).map(([name, { most, unit, what }]) => [
    name,
    `${most.toLocaleString('en')}${unit === '' ? '' : ` ${unit}`} ${what}`,
  ])
  return [
    'npm start',
    '',
    'Serves the console and keeps its sessions. A session needs https, or a browser on this machine:',
    'set TLS_CERT and TLS_KEY, or put a TLS proxy in front and set ALLOW_PLAIN_HTTP=behind-proxy.',
    '',
    'Settings, from the environment:',
    ...columns(Object.entries(meanings)),
    '',
    'Limits:',
    ...columns(limits),
  ].join('\n')
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([name = '']) => name.length))
  return rows.map(([name = '', text]) => `  ${name.padEnd(width)}  ${text}`)
}
