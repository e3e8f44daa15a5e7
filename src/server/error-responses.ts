import { type ServerFailure, deliveryHeader } from '#api/console-server.ts'
import type { Problem } from '#api/problem.ts'
import type { FixedHeaders } from './headers.ts'
import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http'

/**
 * The error codes of the console server, in `{"error": word}`. They are fixed: no text of a library, the request or the
 * service replaces them.
 */
export type ErrorCode =
  | 'bad-request'
  | 'cross-site'
  | 'not-found'
  | 'method-not-allowed'
  | 'too-slow'
  | 'body-too-large'
  | 'not-json'
  | 'expectation'
  | 'unknown-host'
  | 'no-host'
  | 'needs-https'
  | 'headers-too-large'
  | 'internal'
  | 'signed-out'

/** A response instead of a file or the service's response. */
export type ErrorResponse = { status: number; error: ErrorCode; allow?: readonly string[] }

/** A response with this JSON, never cached. `handleRequest` adds the headers that every response has. */
export function jsonResponse(body: object, status = 200, extraHeaders: Record<string, string> = {}): Response {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', ...extraHeaders }
  return new Response(text, { status, headers: { ...headers, 'content-length': String(Buffer.byteLength(text)) } })
}

/** A refusal as a Response. `accept`: the request's header; for some refusals a person gets a page. */
export function errorResponse(refusal: ErrorResponse, accept = ''): Response {
  const { headers, body } = renderError(refusal, accept)
  return new Response(body, { status: refusal.status, headers })
}

/** The response for a call to the service that failed: 504 if it took too long, else 502; or with this status. */
export function problemResponse(problem: Problem, status = problem.kind === 'timed-out' ? 504 : 502): Response {
  const failure: ServerFailure = { problem }
  const delivery = 'sent' in problem ? problem.sent : 'unknown'
  return jsonResponse(failure, status, { [deliveryHeader]: delivery })
}

/** A refusal as raw text for a socket without a complete request; the connection ends with it. */
export function rawErrorResponse(refusal: ErrorResponse, fixed: FixedHeaders): string {
  // Headers are too large when a browser sends many cookies, so a person reads this response.
  const { headers, body } = renderError(refusal, 'text/html')
  const lines = [...fixed, ...Object.entries(headers), ['connection', 'close']].map(
    ([name, value]) => `${name}: ${value}`,
  )
  return [`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`, ...lines, '', body].join('\r\n')
}

function renderError({ status, error, allow }: ErrorResponse, accept: string) {
  const page = /\btext\/html\b/i.test(accept) ? pages[error] : undefined
  const body = page === undefined ? JSON.stringify({ error }) : renderPage(page, status)
  const headers: Record<string, string> = {
    'content-type': page === undefined ? 'application/json' : 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    [deliveryHeader]: 'not-sent',
    ...(allow && { allow: allow.join(', ') }),
    'content-length': String(Buffer.byteLength(body)),
  }
  return { headers, body }
}

interface Page {
  title: string
  explanation: string[]
  remedy: string[]
}

/** Pages for people who opened the console in a way that cannot work. They repeat nothing of the request. */
const pages: { readonly [Word in ErrorCode]?: Page } = {
  'needs-https': {
    title: 'This console needs https',
    explanation: [
      'It was opened over plain http. A session needs https, or an address of this machine such as 127.0.0.1.',
      'Open the same address with https:// in front. If it has that already, update your browser.',
    ],
    remedy: [
      'Have the proxy in front redirect http to https, or use TLS_CERT and TLS_KEY instead of a proxy.',
      'Over https, the proxy sends X-Forwarded-Proto: https or leaves that header out.',
    ],
  },
  'headers-too-large': {
    title: 'The browser sends too many cookies',
    explanation: [
      'Programs under the same host name have set them, and the console doesn’t need them.',
      'Delete the cookies of this address, then reload.',
    ],
    remedy: ['Give the console a host name of its own.'],
  },
  'no-host': {
    title: 'No host name arrived',
    explanation: ['The request has no Host header, so the console can’t tell at which address it was opened.'],
    remedy: [
      'The proxy in front passes no Host on. With HTTP/3, $http_host of nginx is empty.',
      'nginx: proxy_set_header Host $host; If the address has a port: proxy_set_header Host $host:$server_port;',
    ],
  },
  'unknown-host': {
    title: 'Unknown host name',
    explanation: ['Open the console at one of its own host names.'],
    remedy: [
      'Add the name to the setting PUBLIC_HOSTS, for example PUBLIC_HOSTS=admin.example.org, and restart the console server.',
      'A proxy in front passes Host on as the browser sent it, with its port. nginx: proxy_set_header Host $http_host;',
    ],
  },
}

function renderPage(page: Page, status: number): string {
  const paragraphs = (texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Query Admin</title>
</head>
<body><main>
<h1>${page.title}</h1>
${paragraphs(page.explanation)}
<h2>If you run this console</h2>
${paragraphs(page.remedy)}
<p><small>Query Admin (${status})</small></p>
</main></body>
</html>
`
}

/**
 * Whether a browser opened the console over plain http from another machine: it sends no `Sec-Fetch` headers then and
 * gets no session. A proxy may report it, too.
 */
export function isPlainHttpNavigation(headers: IncomingHttpHeaders): boolean {
  if (!/\btext\/html\b/i.test(headers.accept ?? '')) return false
  const proto = String(headers['x-forwarded-proto'] ?? '')
  return headers['sec-fetch-mode'] === undefined || proto.split(',').at(-1)?.trim().toLowerCase() === 'http'
}
