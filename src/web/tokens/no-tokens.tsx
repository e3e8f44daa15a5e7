import { Key } from 'lucide-react'
import { Blank } from '#web/ui/blank.tsx'
import { words } from './words.ts'

interface Props {
  onCreate: () => void
}

/** What stands there while the service has no tokens. */
export function NoTokens({ onCreate }: Props) {
  return (
    <Blank
      icon={<Key className="icon s20" aria-hidden="true" />}
      title={words.emptyTitle}
      actions={
        <button type="button" className="btn" onClick={onCreate}>
          Create the first token
        </button>
      }
    >
      {words.empty}
    </Blank>
  )
}
