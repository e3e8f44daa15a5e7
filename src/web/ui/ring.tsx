import { showFor } from './hiding/use-auto-hide.ts'
import './ring.css'

const round = 2 * Math.PI * 6

/** A ring that empties while the time of a revealed secret runs out. */
export function Ring({ seconds }: { seconds: number }) {
  return (
    <svg className="ring" viewBox="0 0 16 16" aria-hidden="true">
      <circle className="bg" cx="8" cy="8" r="6" />
      <circle
        className="fg"
        cx="8"
        cy="8"
        r="6"
        strokeDasharray={round}
        strokeDashoffset={round * (1 - seconds / showFor)}
      />
    </svg>
  )
}
