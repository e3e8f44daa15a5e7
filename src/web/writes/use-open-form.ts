import { useEffect, useEffectEvent, useRef } from 'react'
import type * as z from 'zod/mini'
import { useStore } from '#web/ui/store.ts'
import { useSession } from '#web/ui/session.ts'
import { keysOf } from '#web/list/resource.ts'
import type { SchemaForm } from './form/use-schema-form.ts'
import type { OpenForm } from './open-forms.ts'

/**
 * Registers this form while it is open, and restores its input if some was kept. The returned function says whether it
 * is still open: a verdict that arrives after *Cancel* must not close the next form.
 */
export function useOpenForm<Typed extends object>(
  form: Pick<SchemaForm<Typed, never>, 'typed' | 'edited' | 'set'>,
  { page, row }: Omit<OpenForm, 'fields'>,
  schema: z.ZodMiniType<Typed>,
  wantPassword?: (wanted: boolean) => void,
): () => boolean {
  const { forms } = useSession()
  const open = useRef(false)
  const read = useEffectEvent((): OpenForm => ({ page, row, fields: form.edited() }))
  const restore = useEffectEvent(() => {
    const waited = forms.take(page, row)
    if (waited === undefined) return
    if (waited.hasPassword === true) wantPassword?.(true)
    const { data } = schema.safeParse({ ...form.typed, ...waited.fields })
    if (data === undefined) return
    for (const field of keysOf<keyof Typed & string>(data)) if (field in waited.fields) form.set(field, data[field])
  })
  useEffect(() => {
    open.current = true
    restore()
    const release = forms.hold(() => read())
    return () => {
      open.current = false
      release()
    }
  }, [forms])
  return () => open.current
}

/** Opens the kept form of this page once `isReady`. `open` returns false if its row no longer exists. */
export function useWaitingForm(
  page: OpenForm['page'],
  isReady: boolean,
  open: (row: string | undefined) => boolean,
): void {
  const { forms, toasts } = useSession()
  const waiting = useStore(forms.waiting)
  const tryOpen = useEffectEvent((form: OpenForm) => {
    if (open(form.row)) return
    forms.waiting.set(undefined)
    toasts.show('Your form was discarded: its row is no longer in the list.', { mark: 'failed' })
  })
  useEffect(() => {
    if (isReady && waiting?.page === page) tryOpen(waiting)
  }, [isReady, waiting, page])
}
