import type { StartupError } from './console-server.ts'
import { sessionMessages } from './session-messages.ts'
import { problemMessage } from './problem-message.ts'

interface StartupErrorPageProps {
  error: StartupError
  onRetry: () => void
}

/** Replaces the sign-in page while the console server does not answer, so that nobody types a credential. */
export function StartupErrorPage({ error, onRetry }: StartupErrorPageProps) {
  return (
    <main className="sign-main">
      <div className="sign" role="alert">
        <h1>Can’t open the console</h1>
        <p>{startupErrorMessage(error)}</p>
        <button type="button" className="btn primary" onClick={onRetry}>
          Try again
        </button>
      </div>
    </main>
  )
}

function startupErrorMessage(error: StartupError): string {
  switch (error.why) {
    case 'problem': {
      const { problem } = error
      // A web server that has only the files of the page.
      return problem.kind === 'in-front' && problem.status === 404
        ? sessionMessages.noConsoleServer
        : problemMessage(problem)
    }
    case 'other-version':
      return 'The console server and this page have different versions. Reload the page.'
    case 'no-storage':
      return sessionMessages.noStorage
  }
}

/** Whether the browser lacks what the page can't do without: Chrome and Safari got the last of it in 123 and 17.5. */
export const isBrowserUnsupported = () => !('any' in AbortSignal) || !CSS.supports('color', 'light-dark(#fff, #000)')

/** Replaces the page in a browser in which its requests would fail, as if there were no network. */
export function UnsupportedBrowserPage() {
  return (
    <main className="sign-main">
      <div className="sign" role="alert">
        <h1>This browser is too old</h1>
        <p>Query Admin needs Chrome or Edge 123, Firefox 125, Safari 17.5, or a later one. Nothing was sent.</p>
      </div>
    </main>
  )
}
