import type { DataProvider } from 'react-admin'
import { readTokens, saveToken, type Token } from '#peers/token.ts'

let held: Promise<Token[]> | undefined

/**
 * The service has no pagination or search, so this does both on one list in memory, like the provider that react-admin's
 * documentation shows for this case. The page calls nothing else.
 */
export const tokensProvider = {
  async getList(_resource, { pagination = { page: 1, perPage: 10 }, filter, signal }) {
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
    return { data: found.slice((page - 1) * perPage, page * perPage), total: found.length }
  },
  async update(_resource, { data }) {
    const token = data as Token
    await saveToken(token)
    const all = (await held) ?? []
    const at = all.findIndex(({ id }) => id === token.id)
    if (at >= 0) all[at] = token
    return { data: token }
  },
} as DataProvider
