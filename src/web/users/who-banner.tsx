import { CircleUser } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useConsole } from '#web/service/console.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { useStore } from '#web/ui/store.ts'

const WhoAreYou = lazy(() => import('./lockout-dialogs.tsx').then((module) => ({ default: module.WhoAreYou })))

/** Asked once where a pasted bearer does not say whose it is: only then can a lockout be warned of. */
export function WhoBanner() {
  const { you } = useConsole()
  const { asked } = useStore(you)
  const [asking, setAsking] = useState(false)
  if (asked) return null
  const answer = (email: string | undefined) => {
    setAsking(false)
    you.set({ email, asked: true })
  }
  return (
    <>
      <Banner
        icon={<CircleUser className="icon" aria-hidden="true" />}
        actions={
          <>
            <button type="button" className="btn small" onClick={() => setAsking(true)}>
              Say which…
            </button>
            <button type="button" className="btn ghost small" onClick={() => answer(undefined)}>
              I do not know
            </button>
          </>
        }
      >
        Which of these accounts is yours? A pasted bearer does not say it, and this page would warn you before you shut
        yourself out.
      </Banner>
      {asking && (
        <Suspense>
          <WhoAreYou onAnswer={answer} onCancel={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
