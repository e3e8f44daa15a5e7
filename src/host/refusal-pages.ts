import type { IncomingHttpHeaders } from 'node:http'

/** What a person reads who opened the console in a way that cannot work: words only, nothing of their request. */
const pages: Readonly<Record<string, { title: string; what: string[]; mend: string[] }>> = {
  'needs-https': {
    title: 'This console needs https',
    what: [
      'It was opened over plain http. A session needs https, or an address of this machine such as 127.0.0.1.',
      'Open the same address with https:// in front. If it has that already, update your browser.',
    ],
    mend: [
      'Have the proxy in front redirect http to https, or use TLS_CERT and TLS_KEY instead of a proxy.',
      'Over https, the proxy sends X-Forwarded-Proto: https or leaves that header out.',
    ],
  },
  'headers-too-large': {
    title: 'The browser sends too many cookies',
    what: [
      'Programs under the same host name have set them, and the console doesn’t need them.',
      'Delete the cookies of this address, then reload.',
    ],
    mend: ['Give the console a host name of its own.'],
  },
  'unknown-host': {
    title: 'This console doesn’t know this name',
    what: ['Open it under one of its own names.'],
    mend: [
      'Add the name to the setting PUBLIC_HOSTS, for example PUBLIC_HOSTS=admin.example.org, and restart the console server.',
    ],
  },
}

/** The refusal with this error word as a page; undefined where it is none, or where no page is asked for. */
export function refusalPage(error: string, status: number, { accept = '' }: IncomingHttpHeaders): string | undefined {
  const page = pages[error]
  if (page === undefined || !/\btext\/html\b/i.test(accept)) return undefined
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
${paragraphs(page.what)}
<h2>If you run this console</h2>
${paragraphs(page.mend)}
<p><small>Query Admin (${status})</small></p>
</main></body>
</html>
`
}

/**
 * Whether a browser opens the console over plain http beyond its own machine: it says nothing of its requests there, and
 * gets no session. A proxy may say it as well.
 */
export function isOpenedPlainly(headers: IncomingHttpHeaders): boolean {
  if (!/\btext\/html\b/i.test(headers.accept ?? '')) return false
  const proto = String(headers['x-forwarded-proto'] ?? '')
  return headers['sec-fetch-mode'] === undefined || proto.split(',').at(-1)?.trim().toLowerCase() === 'http'
}
