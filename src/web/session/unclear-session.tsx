import { useId, useState } from 'react'
import type { Problem } from '#contract/problem.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { problemWords } from '#web/resource/problem-words.ts'
import { words } from './words.ts'

interface Props {
  /** Why the check failed. */
  problem: Problem
  onTryAgain: () => Promise<void>
  onLeave: () => void
}

/** A call was refused, and nobody could tell whether the session lasts: a sheet over the page until that is known. */
export function UnclearSession({ problem, onTryAgain, onLeave }: Props) {
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const tryAgain = async () => {
    setBusy(true)
    await onTryAgain()
    setBusy(false)
  }
  return (
    <Sheet title={words.unclear} describedBy={id} onClose={undefined}>
      <div className="body">
        <p className="soft" id={id}>
          {words.notChecked} {problemWords(problem)} {words.nothingSent}
        </p>
        <button
          type="button"
          className="btn primary"
          aria-disabled={isBusy || undefined}
          onClick={() => isBusy || void tryAgain()}
        >
          {isBusy ? words.checking : words.tryAgain}
        </button>
        <button type="button" className="btn ghost" onClick={onLeave}>
          {words.leave}
        </button>
      </div>
    </Sheet>
  )
}
