import { protocolHeader, protocolVersion } from '#api/console-server.ts'

/** What the page may do. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Features that the page never uses. Only names that Chromium 147 and 156 both know: a browser warns about others. */
const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

/** Headers with their values. */
export type FixedHeaders = readonly (readonly [name: string, value: string])[]

/**
 * The headers on every response of the console server, whatever its status. Sample configurations use this list, too.
 */
export const securityHeaders: FixedHeaders = [
  ['content-security-policy', contentSecurityPolicy],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', deniedFeatures.map((feature) => `${feature}=()`).join(', ')],
  [protocolHeader, protocolVersion],
]

/**
 * The headers on every response. `hsts`: for how many seconds browsers use https alone for this host name, at every
 * port. Only over TLS, even if a proxy ends it: browsers must ignore it over plain http.
 */
export function fixedHeaders(hsts: number | undefined): FixedHeaders {
  return hsts === undefined ? securityHeaders : [...securityHeaders, ['strict-transport-security', `max-age=${hsts}`]]
}
