// The service of the benchmark, a process of its own. It lists tokens, changes them, and serves the pages of the peers. Its
// parent gets its address, and asks it by messages for a list of so many rows (the answer: a text to search for) or a row.
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { json } from 'node:stream/consumers'
import { makeRows } from './rows.mjs'

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
let listed = makeRows(1000)

const server = createServer((asked, answer) => {
  respond(asked, answer).catch(() => answer.destroy())
})
process.on('disconnect', () => process.exit(0))
process.on('message', ({ rows, name }) => {
  if (name !== undefined) return process.send(listed.row(name))
  listed = makeRows(rows)
  return process.send(listed.search())
})
server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`))

async function respond(asked, answer) {
  const url = new URL(asked.url, 'http://service.test')
  const send = (body) => answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  switch (`${asked.method} ${url.pathname}`) {
    case 'GET /_/token': {
      const length = listed.pieces.reduce((sum, piece) => sum + piece.length, 0)
      answer.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
      return pipeline(Readable.from(listed.pieces), answer)
    }
    case 'PUT /_/token':
      return answer.writeHead(listed.change(await json(asked)) ? 200 : 404).end()
    case 'GET /_/token/value':
      return send({ data: [{ token: listed.row(url.searchParams.get('name'))?.token }] })
    case 'GET /_/user':
      return send({ data: [{ email: 'root@example.test', admin: 1, active: 1, created_at: 1, updated_at: 1 }] })
    default: {
      const file = url.pathname.endsWith('/') ? `${url.pathname}index.html` : url.pathname
      const bytes = await readFile(join(import.meta.dirname, 'dist', file)).catch(() => undefined)
      return answer.writeHead(bytes ? 200 : 404, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(bytes)
    }
  }
}
