// The service of the benchmark, a process of its own: node e2e/bench/service.mjs
// It lists tokens, changes them, and serves the pages of the contenders. The calls of the benchmark itself are under
// /bench: PUT {rows} sets the number of rows, GET row?name= returns a row, GET search returns a text to search for.
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { makeRows, piece } from './rows.mjs'

const pages = new Map([
  ['yardstick', ''],
  ['tanstack', 'dist'],
  ['react-admin', 'dist'],
])
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const json = { 'content-type': 'application/json' }
/** What a sign-in returns. This service accepts any bearer. */
const bearer = `bench.${'0'.repeat(40)}`

const made = new Map()
let listed = rowsOf(1000)

const server = createServer((asked, answer) => {
  respond(asked, answer).catch((error) => {
    if (!answer.headersSent) answer.writeHead(500)
    answer.end(`${error}`)
  })
})
server.listen(0, '127.0.0.1', () => console.log(`Bench service http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))

async function respond(asked, answer) {
  const url = new URL(asked.url, 'http://service.test')
  const call = `${asked.method} ${url.pathname}`
  const name = url.searchParams.get('name')
  switch (call) {
    case 'GET /_/token':
      return list(answer)
    case 'PUT /_/token':
      return void answer.writeHead(listed.change(await bodyOf(asked)) ? 200 : 404).end()
    case 'GET /_/token/value': {
      const token = listed.valueOf(name)
      return send(answer, { data: token === undefined ? [] : [{ token }] })
    }
    case 'GET /_/user':
      return send(answer, { data: [{ email: 'root@example.test', admin: 1, active: 1, created_at: 1, updated_at: 1 }] })
    case 'POST /_/user/token/value':
      return send(answer, { data: [{ token: bearer }] })
    case 'PUT /bench': {
      const wanted = await bodyOf(asked)
      listed = rowsOf(wanted.rows)
      listed.restore()
      return send(answer, { bytes: listed.body.length })
    }
    case 'GET /bench/row':
      return send(answer, JSON.parse(listed.rowOf(name) ?? 'null'))
    case 'GET /bench/search':
      return send(answer, listed.search())
    default:
      return page(url.pathname, answer)
  }
}

/** Sends the list in pieces, as fast as the receiver takes them. */
async function list(answer) {
  const { body } = listed
  answer.writeHead(200, { ...json, 'content-length': body.length })
  for (let at = 0; at < body.length && !answer.destroyed; at += piece) {
    const isTaken = answer.write(body.subarray(at, at + piece))
    if (!isTaken) await takenOrGone(answer)
  }
  answer.end()
}

async function page(path, answer) {
  const [, contender] = path.split('/')
  const root = pages.get(contender)
  if (root === undefined || path.includes('..')) return void answer.writeHead(404).end()
  const file = path.endsWith('/') ? `${path}index.html` : path
  try {
    const bytes = await readFile(join(import.meta.dirname, root, file))
    answer.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(bytes)
  } catch {
    answer.writeHead(404).end()
  }
}

function rowsOf(count) {
  const rows = made.get(count) ?? makeRows(count)
  made.set(count, rows)
  return rows
}

function send(answer, body) {
  answer.writeHead(200, json).end(JSON.stringify(body))
}

function takenOrGone(answer) {
  return new Promise((resolve) => {
    const done = () => {
      answer.off('drain', done).off('close', done)
      resolve()
    }
    answer.on('drain', done).on('close', done)
  })
}

async function bodyOf(asked) {
  let text = ''
  for await (const chunk of asked) text += chunk
  return JSON.parse(text)
}
