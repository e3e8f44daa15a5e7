import { hostHeader, hostHeaderValue } from '#contract/console-host.ts'

/**
 * What the page may do. `trusted-types worker` instead of `'none'`: with the latter Chromium refuses `new Worker`
 * itself; the one policy named here hands out the one worker's address and nothing else.
 */
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
  "worker-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types worker',
].join('; ')

/** Features the page never uses. Only names that Chromium 147 and 156 both know: others are warned about. */
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

/** The headers on every answer of the host, of any status. Sample configurations and tests read this list as well. */
export const securityHeaders: readonly (readonly [name: string, value: string])[] = [
  ['content-security-policy', contentSecurityPolicy],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', deniedFeatures.map((feature) => `${feature}=()`).join(', ')],
  [hostHeader, hostHeaderValue],
]

/** Only where browsers come over TLS, also to a proxy in front, and on every answer: over plain http they must not heed it. */
export const transportSecurity = ['strict-transport-security', 'max-age=31536000'] as const
