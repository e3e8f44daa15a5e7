import { createStore, type Store } from '#web/ui/store.ts'

/** What was typed into a form, passwords apart. */
export interface OpenForm {
  page: 'tokens' | 'users'
  /** The row it edits; undefined: it makes a new one. */
  row: string | undefined
  /** The changed ones alone, as JSON. */
  fields: string
}

/** The form that is open, and one that waited behind the sign-in page. */
export interface OpenForms {
  /** To be opened again, and then taken by it. */
  waiting: Store<OpenForm | undefined>
  take: (page: OpenForm['page'], row: string | undefined) => OpenForm | undefined
  /** A form says how it is read. Returns what ends that. */
  hold: (read: () => OpenForm) => () => void
  /** The open form, if there is one. */
  read: () => OpenForm | undefined
}

/** Nothing open, nothing waiting. */
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
