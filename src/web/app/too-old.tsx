/** Whether the browser lacks what the page can't do without: Chrome and Safari got the last of it in 123 and 17.5. */
export const isTooOld = () => !('any' in AbortSignal) || !CSS.supports('color', 'light-dark(#fff, #000)')

/** Replaces the page in a browser in which its requests would fail, as if there were no network. */
export function TooOld() {
  return (
    <main className="sign-main">
      <div className="sign" role="alert">
        <h1>This browser is too old</h1>
        <p>Query Admin needs Chrome or Edge 123, Firefox 125, Safari 17.5, or a later one. Nothing was sent.</p>
      </div>
    </main>
  )
}
