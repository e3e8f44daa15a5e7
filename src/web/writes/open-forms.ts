import { createStore, type Store } from '#web/ui/store.ts'

/** The input of a form, without passwords. */
export interface OpenForm {
  page: 'tokens' | 'users'
  /** The row that it edits; undefined: a new row. */
  row?: string | undefined
  /** The changed fields. They can be stored as JSON. */
  fields: object
  /** Whether the field for a new password is open. The password itself is never kept. */
  hasPassword?: boolean
}

/** The open form, and one that was kept while the admin was signed out. */
export interface OpenForms {
  /** The kept form, until it is open again and takes its input. */
  waiting: Store<OpenForm | undefined>
  take: (page: OpenForm['page'], row: string | undefined) => OpenForm | undefined
  /** Registers how to read the open form. Returns a function that ends it. */
  hold: (read: () => OpenForm) => () => void
  /** The open form, if there is one. */
  read: () => OpenForm | undefined
}

export function createOpenForms(): OpenForms {
  const waiting = createStore<OpenForm | undefined>(undefined)
  let open: (() => OpenForm) | undefined
  return {
    waiting,
    take(page, row) {
      const form = waiting.get()
      if (form?.page !== page || form.row !== row) return undefined
      waiting.set(undefined)
      return form
    },
    hold(read) {
      open = read
      return () => {
        if (open === read) open = undefined
      }
    },
    read: () => open?.(),
  }
}

declare module '#web/ui/session.ts' {
  interface Session {
    forms: OpenForms
  }
}
