import { Check, CircleHelp } from 'lucide-react'

/** A check mark for what the console has seen, a question mark for what it has not. */
export function KnownMark({ isKnown }: { isKnown: boolean }) {
  const Mark = isKnown ? Check : CircleHelp
  return <Mark className="icon s14" aria-hidden="true" />
}
