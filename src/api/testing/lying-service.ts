import type { Fetch } from '#api/client/request.ts'
import type { TrialConnection } from './test-service.ts'

/** How a service lies: a layer between a browser and an honest service. */
export type LyingWay = NonNullable<TrialConnection['lie']>

type Record_ = Record<string, unknown>

const isWrite = (init: RequestInit) => init.method !== 'GET'
const isList = (url: string, init: RequestInit) => init.method === 'GET' && /\/_\/(token|user)$/.test(url)
const bodyOf = (init: RequestInit) => JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Record_
const rewritten = (init: RequestInit, change: (body: Record_) => Record_): RequestInit => ({
  ...init,
  body: JSON.stringify(change(bodyOf(init))),
})
const ok = (init: RequestInit) => new Response(null, { status: init.method === 'POST' ? 201 : 200 })
/** Does something else for every write. */
const onWrites =
  (lie: (ask: Fetch, url: string, init: RequestInit) => Promise<Response>): LyingWay =>
  (ask) =>
  (url, init) =>
    isWrite(init) ? lie(ask, url, init) : ask(url, init)
/** Carries out every write otherwise. */
const sends = (change: (body: Record_) => Record_) => onWrites((ask, url, init) => ask(url, rewritten(init, change)))
/** Changes the text of every list. */
const onTexts =
  (change: (text: string, wrote: boolean, url: string) => string): LyingWay =>
  (ask) => {
    let wrote = false
    return async (url, init) => {
      wrote ||= isWrite(init)
      const answer = await ask(url, init)
      if (!isList(url, init) || !answer.ok) return answer
      return new Response(change(await answer.text(), wrote, url), { headers: answer.headers })
    }
  }
/** Changes the rows of every list. */
const onLists = (change: (rows: Record_[], wrote: boolean) => Record_[]) =>
  onTexts((text, wrote) => {
    const list = JSON.parse(text) as { data: Record_[] }
    return JSON.stringify({ ...list, data: change(list.data, wrote) })
  })
const withoutFlag = ({ active: _active, ...body }: Record_) => body

/** Lying services, by what they do. All of them use the list shape `data`. */
export const lyingWays: Record<string, LyingWay> = {
  'answers OK and does nothing': onWrites((_, __, init) => Promise.resolve(ok(init))),
  'drops the flags': sends(withoutFlag),
  'drops the date': sends(({ expiration_date: _dropped, ...body }) => body),
  'changes another field': sends((body) => ({
    ...body,
    ...('write' in body ? { write: body.write !== true } : { admin: true }),
  })),
  'does it to another row': sends((body) =>
    'email' in body ? { ...body, email: 'other@example.test' } : { ...body, name: 'other' },
  ),
  'swaps the flags': sends(({ active, write, admin, ...body }) => ({
    ...body,
    active: write ?? admin,
    write: active,
    admin: active,
  })),
  'answers 500 and does it': onWrites(async (ask, url, init) => {
    await ask(url, init)
    return new Response('Internal Server Error', { status: 500 })
  }),
  'answers 500 and does half of it': onWrites(async (ask, url, init) => {
    await ask(url, rewritten(init, withoutFlag))
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
  'serves an old list': (ask, trial) => {
    const old = new Map<string, string>()
    const served = (text: string, url: string) => {
      const before = old.get(url) ?? text
      old.set(url, text)
      return before
    }
    return onTexts((text, _, url) => served(text, url))(ask, trial)
  },
  'breaks the list off after a write': onTexts((text, wrote) =>
    wrote ? text.slice(0, Math.floor(text.length / 2)) : text,
  ),
  'leaves rows out after a write': onLists((rows, wrote) => (wrote ? rows.slice(0, -1) : rows)),
  'lists every row twice': onLists((rows) => rows.flatMap((row) => [row, row])),
  'says that flags are text': onLists((rows) =>
    rows.map((row) => ({ ...row, active: 'yes', write: 'no', admin: 'no' })),
  ),
}
