import { sentHeader } from '#contract/console-host.ts'
import type { ErrorWord } from '#host/refusals.ts'
import { caching, hashed } from '#host/files.ts'
import { limits } from '#host/limits.ts'
import { passedOnHere, type Sample, staticHeaders, withheld } from './sample.ts'

/** A complete Caddyfile: `caddy run --adapter caddyfile --config FILE`. */
export function caddySample({ service, root, port }: Sample): string {
  const prefix = service.pathname.replace(/\/+$/, '')
  return `# The Query Admin console as static files, in tab mode: the page holds the access token, this server nothing.
# Before other machines use it: replace the address below by the public one, so that Caddy speaks TLS there, and
# add Strict-Transport-Security to the headers.
{
  admin off
  auto_https disable_redirects
  servers {
    timeouts {
      read_header ${limits.headers / 1_000}s
      read_body ${limits.upload / 1_000}s
      idle ${limits.keepAlive / 1_000}s
    }
    max_header_size ${limits.headerBytes / 1024}KiB
  }
}
(headers) {
  header {
    defer
    -Server
${staticHeaders.map(([name, value]) => `    ${name} "${value}"`).join('\n')}
    cache-control {vars.cache}
  }
}
http://127.0.0.1:${port} {
  root * "${root}"
  vars cache no-store
  route {
    import headers
${passedOnHere.map((call, at) => passedOn(call, at, service, prefix)).join('\n')}
    @hidden path_regexp (/\\.|\\.(br|gz)$|^/_/|//|/\\.\\.)
    error @hidden "not-found" 404
    @otherwise not method GET HEAD
    header @otherwise allow "GET, HEAD"
    error @otherwise "method-not-allowed" 405
    rewrite / /index.html
    @missing not file
    error @missing "not-found" 404
    @hashed path_regexp ${hashed.source}
    vars cache ${caching.other}
    vars @hashed cache "${caching.hashed}"
    file_server {
      precompressed br gzip
      index off
    }
  }
  handle_errors {
    vars cache no-store
    import headers
    map "{err.status_code} {err.message}" {word} {
      "502 redirected" redirected
${Object.entries(words)
  .map(([status, word]) => `      "~^${status} " ${word}`)
  .join('\n')}
      default bad-request
    }
    # Caddy cannot tell whether an unanswered request reached the service.
    @unanswered expression \`{err.status_code} in [502, 504]\`
    header @unanswered ${sentHeader} unknown
    header content-type application/json
    respond \`{"error":"{word}"}\` {err.status_code}
  }
}
`
}

/** Caddy's own refusals, with the console server's error words: its own texts quote addresses. */
const words: Readonly<Record<string, ErrorWord>> = {
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'body-too-large',
  500: 'internal',
  502: 'unreachable',
  504: 'timed-out',
}

/** A length above 65,536. Without a length, the body is cut off there and the service never sees its end. */
const tooLarge = String.raw`^(\d{6,}|[7-9]\d{4}|6[6-9]\d{3}|65[6-9]\d{2}|655[4-9]\d|6553[7-9])$`

/** One path of the service, with its own methods, its own address and named headers only. */
function passedOn(
  { path, methods }: { path: string; methods: readonly string[] },
  at: number,
  service: URL,
  prefix: string,
): string {
  return `    @call${at} path ${path}
    handle @call${at} {
      @method${at} not method ${methods.join(' ')}
      header @method${at} allow "${methods.join(', ')}"
      error @method${at} "method-not-allowed" 405
      @large${at} header_regexp Content-Length ${tooLarge}
      error @large${at} "body-too-large" 413
      request_body {
        max_size ${limits.body / 1024}KiB
      }
      rewrite * ${prefix}${path}?{query}
      reverse_proxy ${service.protocol}//${service.host} {
        header_up Host ${service.host}
        header_up Accept-Encoding identity
        header_up -Cookie
        header_up -X-Forwarded-*
${withheld.map((name) => `        header_down -${name}`).join('\n')}
        transport http {
          dial_timeout ${limits.connect / 1_000}s
          response_header_timeout ${limits.firstByte / 1_000}s
          compression off
        }
        @redirect status 3xx
        handle_response @redirect {
          error "redirected" 502
        }
        flush_interval -1
      }
    }`
}
