import { inFrontWords } from './problem-words.ts'
import { markerTimeout, type Unopened } from './find-backend.ts'

interface Props {
  unopened: Unopened
  onRetry: () => void
}

/** Replaces the sign-in page while it is unknown how the page is served, so that nobody types a credential. */
export function NotOpened({ unopened, onRetry }: Props) {
  return (
    <main className="sign-main">
      <div className="sign" role="alert">
        <h1>Can’t open the console</h1>
        <p>{unopenedWords(unopened)}</p>
        <button type="button" className="btn primary" onClick={onRetry}>
          Try again
        </button>
      </div>
    </main>
  )
}

function unopenedWords(unopened: Unopened): string {
  switch (unopened.why) {
    case 'no-answer':
      return 'The server of this page didn’t answer. Check your network, then try again.'
    case 'late':
      return `The server of this page didn’t answer within ${markerTimeout / 1000} s.`
    case 'answered':
      return unopened.isOurs
        ? `The console server answered ${unopened.status}.`
        : `${inFrontWords(unopened.status)} ${atFront}`
    case 'no-store':
      return 'The console server can’t reach its session store. Try again in a moment.'
    case 'redirected':
      return `${inFrontWords(302)} ${atFront}`
    case 'other-page':
      return `${inFrontWords(200)} ${atFront}`
    case 'other-version':
      return 'The console server and this page have different versions. Reload the page.'
    case 'no-storage':
      return 'This browser blocks storage for this page. Allow cookies and site data for this address, then try again.'
    case 'no-code':
      return 'Part of this page could not be loaded. Check your network, then try again.'
  }
}

const atFront =
  'If it asks you to sign in, reload the page. Without a console server, console-host.json must answer 404.'
