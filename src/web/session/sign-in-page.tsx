import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { keepFocus } from '#web/ui/focus/focus.ts'
import { Brand } from '#web/ui/brand.tsx'
import type { ConsoleServer, SignInFailure, Signed } from './console-server.ts'
import { SignInForm } from './sign-in-form.tsx'
import { refusalWords } from './refusal-words.ts'
import { words } from './words.ts'
import './sign-in-page.css'

interface Props {
  server: Pick<ConsoleServer, 'place' | 'limits' | 'signIn'>
  /** Why the session could not be resumed. */
  refused: SignInFailure | undefined
  /** The last sign-out did not reach the console server. */
  leftAtHost: boolean
  onSigned: (signed: Signed) => void
}

/** The sign-in page: one card, with the address of the service. */
export function SignInPage({ server, refused, leftAtHost, onSigned }: Props) {
  const { place, limits } = server
  useEffect(() => {
    document.title = [words.title, place.label, 'Query Admin'].filter((part) => part !== undefined).join(' · ')
  }, [place.label])
  return (
    <main ref={keepFocus} className="sign-main">
      <div className="sign">
        <div className="sign-brand">
          <Brand />
        </div>
        <h1 tabIndex={-1}>{words.title}</h1>
        {leftAtHost && (
          <Banner tone="amber" icon={<CloudOff className="icon" aria-hidden="true" />}>
            {words.leftAtHost(limits.absolute)}
          </Banner>
        )}
        {refused !== undefined && (
          <Banner tone="amber" icon={<CloudOff className="icon" aria-hidden="true" />}>
            {refusalWords(refused)}
          </Banner>
        )}
        <div className="where">
          <span className="svc-dot" />
          <div>
            <b>
              {place.host}
              {place.label !== undefined && (
                <span className="tag" translate="no">
                  {place.label}
                </span>
              )}
            </b>
            <span className="url">{place.example ? words.example : place.address}</span>
          </div>
        </div>
        <SignInForm server={server} onSigned={onSigned} />
      </div>
    </main>
  )
}
