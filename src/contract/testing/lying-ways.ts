import type { Fetch } from '#contract/client/request.ts'
import type { Trial } from '#reference/testing/trial.ts'
import type { Way } from './trial.ts'

/** How a service lies: a layer between a browser and an honest service. */
export type LyingWay = NonNullable<Way['lie']>

type Record_ = Record<string, unknown>

const isWrite = (init: RequestInit) => init.method !== 'GET'
const isList = (url: string, init: RequestInit) => init.method === 'GET' && /\/_\/(token|user)$/.test(url)
const bodyOf = (init: RequestInit) => JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Record_
const rewritten = (init: RequestInit, change: (body: Record_) => Record_): RequestInit => ({
  ...init,
  body: JSON.stringify(change(bodyOf(init))),
})
const ok = (init: RequestInit) => new Response(null, { status: init.method === 'POST' ? 201 : 200 })
const relisted = async (answer: Response, change: (rows: Record_[]) => Record_[]) => {
  const list = (await answer.json()) as { data: Record_[] }
  return new Response(JSON.stringify({ ...list, data: change(list.data) }), { headers: answer.headers })
}
/** Changes every write. */
const onWrites =
  (lie: (ask: Fetch, url: string, init: RequestInit, trial: Trial) => Promise<Response>): LyingWay =>
  (ask, trial) =>
  (url, init) =>
    isWrite(init) ? lie(ask, url, init, trial) : ask(url, init)
/** Changes every list. */
const onLists =
  (change: (rows: Record_[], wrote: boolean) => Record_[]): LyingWay =>
  (ask) => {
    let wrote = false
    return async (url, init) => {
      if (isWrite(init)) wrote = true
      const answer = await ask(url, init)
      return isList(url, init) && answer.ok ? relisted(answer, (rows) => change(rows, wrote)) : answer
    }
  }

/** Lying services, by what they do. All of them use the list shape `data`. */
export const lyingWays: Record<string, LyingWay> = {
  'answers OK and does nothing': onWrites((_, __, init) => Promise.resolve(ok(init))),
  'drops the flags': onWrites((ask, url, init) =>
    ask(
      url,
      rewritten(init, ({ active: _active, ...body }) => body),
    ),
  ),
  'drops the date': onWrites((ask, url, init) =>
    ask(
      url,
      rewritten(init, ({ expiration_date: _dropped, ...body }) => body),
    ),
  ),
  'changes another field': onWrites((ask, url, init) =>
    ask(
      url,
      rewritten(init, (body) => ({ ...body, ...('write' in body ? { write: body.write !== true } : { admin: true }) })),
    ),
  ),
  'does it to another row': onWrites((ask, url, init) =>
    ask(
      url,
      rewritten(init, (body) =>
        'email' in body ? { ...body, email: 'other@example.test' } : { ...body, name: 'other' },
      ),
    ),
  ),
  'swaps the flags': onWrites((ask, url, init) =>
    ask(
      url,
      rewritten(init, ({ active, write, admin, ...body }) => ({
        ...body,
        active: write ?? admin,
        write: active,
        admin: active,
      })),
    ),
  ),
  'answers 500 and does it': onWrites(async (ask, url, init) => {
    await ask(url, init)
    return new Response('Internal Server Error', { status: 500 })
  }),
  'answers 500 and does half of it': onWrites(async (ask, url, init) => {
    await ask(
      url,
      rewritten(init, ({ active: _active, ...body }) => body),
    )
    return new Response('Internal Server Error', { status: 500 })
  }),
  'loses the answer and does it': onWrites(async (ask, url, init) => {
    await ask(url, init)
    throw new TypeError('fetch failed')
  }),
  'loses the request': onWrites(() => Promise.reject(new TypeError('fetch failed'))),
  'applies twice': onWrites(async (ask, url, init) => {
    await ask(url, init)
    return ask(url, init)
  }),
  'serves an old list': (ask) => {
    const old = new Map<string, string>()
    return async (url, init) => {
      const answer = await ask(url, init)
      if (!isList(url, init) || !answer.ok) return answer
      const text = await answer.text()
      const oldText = old.get(url) ?? text
      old.set(url, text)
      return new Response(oldText, { headers: answer.headers })
    }
  },
  'breaks the list off after a write': (ask) => {
    let wrote = false
    return async (url, init) => {
      if (isWrite(init)) wrote = true
      const answer = await ask(url, init)
      if (!wrote || !isList(url, init)) return answer
      const text = await answer.text()
      return new Response(text.slice(0, Math.floor(text.length / 2)), { headers: answer.headers })
    }
  },
  'leaves rows out after a write': onLists((rows, wrote) => (wrote ? rows.slice(0, -1) : rows)),
  'lists every row twice': onLists((rows) => rows.flatMap((row) => [row, row])),
  'says that flags are text': onLists((rows) =>
    rows.map((row) => ({ ...row, active: 'yes', write: 'no', admin: 'no' })),
  ),
}
