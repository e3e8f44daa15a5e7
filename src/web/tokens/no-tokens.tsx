import { Key } from 'lucide-react'
import { Blank } from '#web/ui/blank.tsx'

interface Props {
  onCreate: () => void
}

/** Replaces the list while the service has no tokens. */
export function NoTokens({ onCreate }: Props) {
  return (
    <Blank
      icon={<Key className="icon s20" aria-hidden="true" />}
      title="No tokens yet"
      actions={
        <button type="button" className="btn primary" onClick={onCreate}>
          Create the first token
        </button>
      }
    >
      A token lets a program use the service under a name of its own, until the date you choose.
    </Blank>
  )
}
