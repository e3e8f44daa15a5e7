import { sentHeader, serviceDateHeader } from '#contract/console-host.ts'
import type { ErrorWord } from '#host/refusals.ts'
import { caching, fileTypes, hashed } from '#host/files.ts'
import { limits } from '#host/limits.ts'
import { passedOnHere, type Sample, staticHeaders, withheld } from './sample.ts'

/** A complete configuration: `nginx -e stderr -c FILE`. */
export function nginxSample({ service, root, prefix, port, authorities }: Sample): string {
  const base = service.href.replace(/\/+$/, '')
  const secure = service.protocol === 'https:'
  return `# The Query Admin console as static files, in tab mode: the page holds the access token, this server nothing.
# Before other machines use it: listen with TLS, and add Strict-Transport-Security to the headers below.
pid "${prefix}/nginx.pid";
error_log stderr crit;  # lower levels quote the request with the names in its query
worker_processes 1;
events { worker_connections ${limits.sockets}; }
http {
  access_log off;
  server_tokens off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `  ${what}_temp_path "${prefix}/${what}";`).join('\n')}
  default_type application/octet-stream;
  types {
${Object.entries(fileTypes)
  .map(([end, type]) => `    "${type}" ${end.slice(1)};`)
  .join('\n')}
  }
  map "$status$uri" $query_admin_cache {
    default no-store;
    "~^(200|206|304)${hashed.source.slice(1)}" "${caching.hashed}";
    "~^(200|206|304)/(?!_/)" ${caching.other};
  }
  map "$status$uri" $query_admin_allow {
    default "";
${passedOnHere.map(({ path, methods }) => `    "405${path}" "${methods.join(', ')}";`).join('\n')}
    "405/.error/405" "GET, HEAD";
  }
  # nginx cannot tell whether an unanswered request reached the service.
  map $uri $query_admin_sent {
    default "";
    "~^/\\.error/(502|504|redirected)$" unknown;
  }
  server {
    listen 127.0.0.1:${port};
    root "${root}";
    # Only here: a location with its own add_header would drop all of these.
${staticHeaders.map(([name, value]) => `    add_header ${name} "${value}" always;`).join('\n')}
    add_header cache-control $query_admin_cache always;
    add_header allow $query_admin_allow always;
    add_header ${sentHeader} $query_admin_sent always;
    add_header ${serviceDateHeader} $upstream_http_date always;

    merge_slashes off;
    disable_symlinks on from=$document_root;
    client_header_timeout ${limits.headers / 1_000}s;
    client_body_timeout ${limits.upload / 1_000}s;
    send_timeout ${limits.idle / 1_000}s;
    keepalive_timeout ${limits.keepAlive / 1_000}s;
    large_client_header_buffers 4 ${limits.headerBytes / 1024}k;
    client_max_body_size ${limits.body / 1024}k;
    client_body_buffer_size ${limits.body / 1024}k;  # a password is never written to disk
    reset_timedout_connection on;

    location = / { try_files /index.html =404; }
    location / {
      try_files $uri =404;
      gzip_static on;  # needs this module; packages of Debian and nginx.org have it
      gzip_vary on;
    }
    location ~ (/\\.|\\.(br|gz)$) { return 404; }
    location /_/ { return 404; }
${passedOnHere.map((call) => location(call, base)).join('\n')}

    # To the service: only these headers, and only these addresses.
    proxy_pass_request_headers off;
    proxy_set_header Host ${service.host};
    proxy_set_header Connection "";
    proxy_set_header Accept-Encoding identity;
    proxy_set_header Authorization $http_authorization;
    proxy_set_header Content-Type $http_content_type;
    proxy_set_header Accept $http_accept;
    proxy_http_version 1.1;
    proxy_redirect off;
    proxy_next_upstream off;  # nothing is sent twice
    proxy_connect_timeout ${limits.connect / 1_000}s;
    proxy_read_timeout ${limits.firstByte / 1_000}s;
    proxy_buffering off;
    proxy_ignore_headers X-Accel-Redirect X-Accel-Expires X-Accel-Limit-Rate X-Accel-Buffering X-Accel-Charset;
${withheld.map((name) => `    proxy_hide_header ${name};`).join('\n')}
${secure ? verified(service, authorities) : ''}
${Object.entries(words)
  .map(([status, word]) => errorPage(status, word))
  .join('\n')}
  }
}
`
}

/**
 * nginx's own refusals, with the console server's error words and never as HTML. 494 is nginx's number for large
 * headers.
 */
const words: Readonly<Record<string, ErrorWord>> = {
  redirected: 'redirected',
  400: 'bad-request',
  403: 'not-found',
  404: 'not-found',
  405: 'method-not-allowed',
  408: 'too-slow',
  411: 'bad-request',
  413: 'body-too-large',
  414: 'headers-too-large',
  416: 'bad-request',
  494: 'headers-too-large',
  500: 'internal',
  501: 'bad-request',
  502: 'unreachable',
  503: 'internal',
  504: 'timed-out',
  505: 'bad-request',
}

function errorPage(status: string, word: ErrorWord): string {
  const shown = { 494: '431', 403: '404', redirected: '502' }[status] ?? status
  const page = status === 'redirected' ? '' : `    error_page ${status} =${shown} /.error/${status};\n`
  return `${page}    location = /.error/${status} { internal; types {} default_type application/json; return ${shown} '{"error":"${word}"}'; }`
}

/** The service's own refusals pass with their text; most of these statuses are nginx's own, or redirects. */
function location({ path, methods }: { path: string; methods: readonly string[] }, base: string): string {
  return `    location = ${path} {
      default_type application/json;
      if ($request_method !~ ^(${methods.join('|')})$) { return 405 '{"error":"method-not-allowed"}'; }
      proxy_intercept_errors on;
      error_page 301 302 303 307 308 =502 /.error/redirected;
      error_page 413 /.error/413;
      error_page 502 /.error/502;
      error_page 504 /.error/504;
      proxy_pass ${base}${path};
    }`
}

function verified({ hostname }: URL, authorities: string): string {
  return `    proxy_ssl_server_name on;
    proxy_ssl_name ${hostname};
    proxy_ssl_verify on;
    proxy_ssl_verify_depth 4;
    proxy_ssl_trusted_certificate "${authorities}";`
}
