import { words } from './words.ts'

/** Whether a text is written as an e-mail address; services hold accounts that are not, so it only asks once more. */
export function looksLikeEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
}

/** *This does not look like an e-mail address.* and the way round it. */
export function OddEmail({ onAnyway }: { onAnyway: () => void }) {
  return (
    <>
      {words.emailOdd}{' '}
      <button type="button" className="link" onClick={onAnyway}>
        {words.useAnyway}
      </button>
    </>
  )
}
