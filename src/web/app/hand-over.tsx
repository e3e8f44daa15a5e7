import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { tokenList } from '#web/resource/lists.ts'
import { valuesToHandOver } from '#web/tokens/value/values-to-hand-over.ts'
import { useSession } from '#web/ui/session.ts'
import { passwordsToHandOver } from '#web/users/hand-over/passwords-to-hand-over.ts'
import { HandOverSheet } from '#web/writes/hand-over/hand-over-sheet.tsx'

interface Props {
  /** More tokens with new values. */
  tokens: readonly string[] | undefined
  onClose: () => void
}

/** The list of all new values and passwords that were not copied when it was opened. */
export function HandOver({ tokens, onClose }: Props) {
  const session = useSession()
  const list = useQueryClient().getQueryData(tokenList(session.service).queryKey)
  const [secrets] = useState(() => [...valuesToHandOver(session, list, tokens), ...passwordsToHandOver(session)])
  return <HandOverSheet secrets={secrets} onClose={onClose} />
}
