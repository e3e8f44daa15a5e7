import { parseJson } from '#api/wire.ts'
import { looksLikeSecret } from '#web/router/routes.ts'

/**
 * Rows by their names, with what each still needs, in the storage of this tab. A page that is left, or dies, leaves them to
 * the next one.
 */
export interface TabList {
  read: () => Map<string, Record<string, unknown>>
  /** Does nothing once the page is left: the list is the next page’s. A name that looks like a secret is not stored. */
  write: (rows: readonly (readonly [name: string, needs: object])[]) => void
  /** Removes it, because this person signs out. */
  forget: () => void
  /** Calls the listener when the list is another one: it was forgotten, or other pages of this tab came before *Back*. */
  subscribe: (listener: () => void) => void
}

/** Opens the list under `key`. What is no such list is as good as none. */
export function createTabList(
  page: Pick<Window, 'addEventListener'> & { sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> },
  key: string,
): TabList {
  const { sessionStorage: storage } = page
  const listeners: (() => void)[] = []
  let isLeft = false
  const tell = () => {
    for (const listener of listeners) listener()
  }
  page.addEventListener('pagehide', () => void (isLeft = true))
  page.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    isLeft = false
    tell()
  })
  return {
    read() {
      const rows = parseJson(storage.getItem(key) ?? '')
      return new Map(
        Object.entries(isRecord(rows) ? rows : {}).map(([name, needs]) => [name, isRecord(needs) ? needs : {}]),
      )
    },
    write(rows) {
      if (isLeft) return
      const storable = rows.filter(([name]) => !looksLikeSecret(name))
      if (storable.length === 0) storage.removeItem(key)
      else storage.setItem(key, JSON.stringify(Object.fromEntries(storable)))
    },
    forget() {
      storage.removeItem(key)
      tell()
    },
    subscribe: (listener) => void listeners.push(listener),
  }
}

/** Whether it is an object with members. */
export const isRecord = (parsed: unknown): parsed is Record<string, unknown> =>
  typeof parsed === 'object' && parsed !== null
