import { forwarded, hostHeader, sentHeader } from '#contract/console-host.ts'
import { securityHeaders } from '#host/headers.ts'

// What nginx.conf and Caddyfile must hold: sample.test.ts compares them with it.

/** The calls that another web server forwards: those of the console server, and sign-in by password. */
export const passedOnHere = [...forwarded, { path: '/_/user/token/value', methods: ['POST'] }] as const

/** Every header of the console server except the one by which the page recognizes it. */
export const staticHeaders = securityHeaders.filter(([name]) => name !== hostHeader)

/** Headers of a service that must not reach the page: those that we set, and those with an effect. */
export const withheld: readonly string[] = securityHeaders
  .map(([name]): string => name)
  .concat(sentHeader)
  .concat(
    'strict-transport-security cache-control expires pragma set-cookie www-authenticate'.split(' '),
    'access-control-allow-origin access-control-allow-credentials access-control-expose-headers'.split(' '),
    'access-control-allow-headers access-control-allow-methods access-control-max-age'.split(' '),
    'clear-site-data refresh link location alt-svc nel report-to reporting-endpoints'.split(' '),
    'content-security-policy-report-only service-worker-allowed sourcemap x-powered-by'.split(' '),
  )
