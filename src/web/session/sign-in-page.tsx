import { useEffect } from 'react'
import type { Place } from '#web/service/console.tsx'
import { Brand } from '#web/ui/brand.tsx'
import type { Door, Signed } from './door.ts'
import { SignInForm } from './sign-in-form.tsx'
import { words } from './words.ts'

interface Props {
  door: Door
  place: Place | undefined
  onSigned: (signed: Signed) => void
}

/** The page before anybody is in: one card, with the service's address in view. */
export function SignInPage({ door, place, onSigned }: Props) {
  useEffect(() => {
    document.title = `${words.title} · Query Admin`
  }, [])
  return (
    <main className="sign-main">
      <div className="sign">
        <div className="sign-brand">
          <Brand />
        </div>
        <h1>{words.title}</h1>
        <div className="where">
          <span className="svc-dot" />
          <div>
            <b>{place?.name ?? '…'}</b>
            <span className="url">{place?.example === true ? words.example : place?.address}</span>
          </div>
        </div>
        <SignInForm door={door} onSigned={onSigned} />
      </div>
    </main>
  )
}
