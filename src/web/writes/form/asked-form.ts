import { useEffect, useEffectEvent } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import { useSession } from '#web/ui/session.ts'
import { useStore, type Store } from '#web/ui/store.ts'

/** A form that the palette or a banner asks for, until its page opens it. `row`: whose; undefined: a new row. */
export interface AskedForm {
  page: ResourceName
  row?: string
  /** It opens with the field for a new password. */
  newPassword?: true
}

/** Opens the form that is asked for on this page once `isReady`. `open` returns false if it is not the one to do it. */
export function useAskedForm(page: ResourceName, isReady: boolean, open: (asked: AskedForm) => boolean): void {
  const { askedForm } = useSession()
  const asked = useStore(askedForm)
  const tryOpen = useEffectEvent(open)
  useEffect(() => {
    if (isReady && asked?.page === page && tryOpen(asked)) askedForm.set(undefined)
  }, [isReady, asked, page, askedForm])
}

declare module '#web/ui/session.ts' {
  interface Session {
    askedForm: Store<AskedForm | undefined>
  }
}
