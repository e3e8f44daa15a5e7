import type { Connection } from '#contract/connection.ts'
import { failed } from './refusals.ts'
import type { Limits } from './limits.ts'
import { type Upstream, UpstreamFailure } from './upstream.ts'

/** The service for the host's own calls: signing in, and probing. */
export function serviceConnection(upstream: Upstream, limits: Limits): Connection {
  return {
    origin: 'http://service.invalid/', // only path and query are used
    limits: { call: limits.answer, first: limits.firstByte, stall: limits.pace },
    async fetch(url, init) {
      const { pathname, search } = new URL(url)
      const body = typeof init.body === 'string' ? new Uint8Array(Buffer.from(init.body)) : undefined
      const headers = Object.fromEntries(new Headers(init.headers))
      headers['accept-encoding'] = 'identity'
      if (body) headers['content-length'] = String(body.byteLength)
      const signal = init.signal ?? new AbortController().signal
      try {
        return await upstream({ method: init.method ?? 'GET', target: pathname + search, headers, body, signal })
      } catch (error) {
        return error instanceof UpstreamFailure ? failed(error.kind, error.sent) : failed('unreachable', 'unknown')
      }
    },
  }
}
