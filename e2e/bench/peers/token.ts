/** A row of the list, as the service sends it. */
export interface Token {
  id: number
  name: string
  token: string
  expiration_date: number
  active: 0 | 1
  write: 0 | 1
  created_at: number
  updated_at: number
}

const headers = { authorization: 'Bearer bench', 'content-type': 'application/json' }

export async function readTokens(signal?: AbortSignal): Promise<Token[]> {
  const answer = await fetch('/_/token', { headers, ...(signal && { signal }) })
  if (!answer.ok) throw new Error(`The list was refused: ${answer.status}`)
  return ((await answer.json()) as { data: Token[] }).data
}

/** Sends the whole record, as the service requires. */
export async function saveToken({ name, expiration_date, active, write }: Token): Promise<void> {
  const body = JSON.stringify({ name, expiration_date, active: active === 1, write: write === 1 })
  const answer = await fetch('/_/token', { method: 'PUT', headers, body })
  if (!answer.ok) throw new Error(`The change was refused: ${answer.status}`)
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** `seconds` since 1970. */
export function dateOf(seconds: number): string {
  return moment.format(seconds * 1000)
}
