import { connect } from 'node:http2'
import { request } from 'node:https'
import { gunzipSync } from 'node:zlib'

/** How a program reaches a proxy. */
export interface Way {
  host: '127.0.0.1' | '[::1]'
  version: 'HTTP/1.1' | 'HTTP/2'
  coding: 'gzip' | 'identity'
}

export const ways: readonly Way[] = (['127.0.0.1', '[::1]'] as const).flatMap((host) =>
  (['HTTP/1.1', 'HTTP/2'] as const).flatMap((version) =>
    (['gzip', 'identity'] as const).map((coding) => ({ host, version, coding })),
  ),
)

export interface FrontAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Makes single calls to a proxy in one way. Its certificate is not checked. */
export function callsBy({ host, version, coding }: Way, port: number) {
  return async (method: string, path: string, more: Record<string, string> = {}, body = ''): Promise<FrontAnswer> => {
    const sent = { 'accept-encoding': coding, 'sec-fetch-site': 'same-origin', ...more }
    const type = body === '' ? {} : { 'content-type': 'application/json' }
    const headers = { ...sent, ...type }
    const answer = version === 'HTTP/2' ? byHttp2 : byHttp1
    const { bytes, ...rest } = await answer(host, port, { method, path, headers, body })
    const text = (rest.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
    return { ...rest, text }
  }
}

interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

type Received = Omit<FrontAnswer, 'text'> & { bytes: Buffer }

async function byHttp1(host: string, port: number, { body, ...sent }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const to = { host: host.replace(/[[\]]/g, ''), port, rejectUnauthorized: false, ...sent }
    request({ ...to, headers: { host: `${host}:${port}`, ...sent.headers } }, (response) => {
      const { statusCode: status = 0, headers } = response
      response.toArray().then((chunks) => resolve({ status, headers, bytes: Buffer.concat(chunks) }), reject)
    })
      .on('error', reject)
      .end(body)
  })
}

async function byHttp2(host: string, port: number, { method, path, headers, body }: Sent): Promise<Received> {
  const session = connect(`https://${host}:${port}`, { rejectUnauthorized: false })
  try {
    return await new Promise((resolve, reject) => {
      session.on('error', reject)
      const own = { ':method': method, ':path': path, ':authority': `${host}:${port}` }
      const stream = session.request({ ...own, ...headers }, { endStream: body === '' })
      stream.on('response', (received) => {
        const { ':status': status = 0, ...rest } = received
        stream.toArray().then((chunks) => resolve({ status, headers: rest, bytes: Buffer.concat(chunks) }), reject)
      })
      stream.on('error', reject)
      if (body !== '') stream.end(body)
    })
  } finally {
    session.destroy()
  }
}
