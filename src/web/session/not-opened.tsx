import type { Unopened } from './console-server.ts'
import { problemWords } from './problem-words.ts'
import { words } from './words.ts'

interface Props {
  unopened: Unopened
  onRetry: () => void
}

/** Replaces the sign-in page while the console server does not answer, so that nobody types a credential. */
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
    case 'problem': {
      const { problem } = unopened
      // A web server that has only the files of the page.
      return problem.kind === 'in-front' && problem.status === 404 ? words.noConsoleServer : problemWords(problem)
    }
    case 'other-version':
      return 'The console server and this page have different versions. Reload the page.'
    case 'no-storage':
      return words.noStorage
  }
}
