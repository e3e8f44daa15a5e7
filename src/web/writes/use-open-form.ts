import { useEffect, useEffectEvent } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { useStore } from '#web/ui/store.ts'
import { useConsole } from '#web/app/console.tsx'
import type { OpenForm } from './open-forms.ts'

/** Keeps this form readable while it is open, and puts back into it what waited for it. */
export function useOpenForm<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  { page, row }: Omit<OpenForm, 'fields'>,
  known: z.ZodMiniType<{ [Key in keyof Fields]?: Fields[Key] | undefined }>,
): void {
  const { forms } = useConsole()
  const { dirtyFields } = form.formState
  const read = useEffectEvent((): OpenForm => {
    const changed = Object.entries(form.getValues()).filter(([key]) => key in dirtyFields)
    return { page, row, fields: JSON.stringify(Object.fromEntries(changed)) }
  })
  const restore = useEffectEvent(() => {
    const waited = forms.take(page, row)
    if (waited === undefined) return
    const { data = {} } = known.safeParse(JSON.parse(waited.fields))
    for (const [key, value] of Object.entries(data))
      form.setValue(key as Path<Fields>, value as PathValue<Fields, Path<Fields>>, { shouldDirty: true })
  })
  useEffect(() => {
    restore()
    return forms.hold(() => read())
  }, [forms])
}

/** Opens the form of this page that waits, once `isReady`. `open` says whether there is such a row. */
export function useWaitingForm(
  page: OpenForm['page'],
  isReady: boolean,
  open: (row: string | undefined) => boolean,
): void {
  const { forms, toasts } = useConsole()
  const waiting = useStore(forms.waiting)
  const tryOpen = useEffectEvent((form: OpenForm) => {
    if (open(form.row)) return
    forms.waiting.set(undefined)
    toasts.show('Your form was discarded: its row is no longer in the list.', { failed: true })
  })
  useEffect(() => {
    if (isReady && waiting?.page === page) tryOpen(waiting)
  }, [isReady, waiting, page])
}
