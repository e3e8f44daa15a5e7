import { type DataProvider, HttpError } from 'react-admin'
import { readTokens, saveToken, type Token } from '#peers/token.ts'

let held: Promise<Token[]> | undefined

/**
 * The service has no pagination, sorting or search, so this does all of it on one list in memory, like the provider
 * that react-admin's documentation shows for this case.
 */
export const tokensProvider = {
  async getList(_resource, { pagination = { page: 1, perPage: 10 }, sort, filter, signal }) {
    held ??= readTokens(signal).catch((error: unknown) => {
      held = undefined
      throw error
    })
    const all = await held
    const text = String((filter as { q?: string }).q ?? '')
      .trim()
      .toLowerCase()
    const found = text === '' ? all : all.filter(({ name }) => name.toLowerCase().includes(text))
    const { page, perPage } = pagination
    const from = (page - 1) * perPage
    return { data: ordered(found, sort).slice(from, from + perPage), total: found.length }
  },
  async update(_resource, { data }) {
    const token = data as Token
    await saveToken(token)
    const all = (await held) ?? []
    const at = all.findIndex(({ id }) => id === token.id)
    if (at >= 0) all[at] = token
    return { data: token }
  },
  getOne: notHere,
  getMany: notHere,
  getManyReference: notHere,
  create: notHere,
  updateMany: notHere,
  delete: notHere,
  deleteMany: notHere,
} as DataProvider

const inOrder = new Intl.Collator('en', { numeric: true })

function ordered(tokens: Token[], sort: { field: string; order: 'ASC' | 'DESC' } | undefined): Token[] {
  const turn = sort?.order === 'DESC' ? -1 : 1
  if (sort?.field === undefined || (sort.field === 'id' && turn === 1)) return tokens // in the service's order
  const field = sort.field as keyof Token
  return tokens.toSorted((a, b) => turn * inOrder.compare(String(a[field]), String(b[field])))
}

async function notHere(): Promise<never> {
  throw new HttpError('Not needed here', 501)
}
