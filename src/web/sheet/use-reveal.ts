import { useCallback, useEffect, useState } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import { isBlocked } from '#web/session/online.ts'
import { useSession } from '#web/session/session.ts'
import { sameProps } from '#web/ui/same-props.ts'
import { copyOneSecret } from './copy-secrets.ts'
import { useSecretOf, type Secret } from './secret.ts'

/**
 * A secret for one click: it can be read once, by the component that shows it. `end` also cancels a read in progress.
 */
export interface ReadOnce {
  isTaken: () => boolean
  /**
   * Returns the secret at hand, else reads it.
   * @throws {Error} when it has been taken already.
   */
  take: () => Promise<string>
  end: () => void
}

/** `atHand`: a secret that was read to be copied, which the browser refused. It is shown without another read. */
export function readOnce(read: (signal: AbortSignal) => Promise<string>, atHand?: string): ReadOnce {
  const ending = new AbortController()
  let isTaken = false
  let secret = atHand
  return {
    isTaken: () => isTaken,
    async take() {
      if (isTaken) throw new Error('taken before')
      isTaken = true
      const here = secret
      secret = undefined
      return here ?? read(ending.signal)
    },
    end() {
      isTaken = true
      secret = undefined
      ending.abort()
    },
  }
}

/** A secret that is open. */
export interface OpenSecret {
  secret: Secret
  /** Differs for each opening. */
  count: number
  once: ReadOnce
  /** Copying was refused: what was read then is shown, selected. */
  isSelected: boolean
  /** Its row at the time of opening. */
  row: object
}

/** Shows and copies secrets of a resource, by the names of their rows. At most one is open. */
export interface Reveal {
  opened: OpenSecret | undefined
  toggle: (name: string) => void
  /** Reads it again after a failure. */
  again: (name: string) => void
  close: () => void
  copy: (name: string) => void
}

interface Rows {
  /** Whether the page has a place for the secret of this row now. */
  hasPlace: (name: string) => boolean
  /** What a row is now. A secret closes when this changes: it may have changed with its row. */
  rowOf: (name: string) => object
}

const alone: Rows = { hasPlace: () => true, rowOf: () => alone }

export function useReveal(resource: ResourceName, { hasPlace, rowOf }: Rows = alone): Reveal {
  const session = useSession()
  const secretOf = useSecretOf()
  const [latest, setLatest] = useState<OpenSecret>()
  const close = useCallback(() => setLatest(undefined), [])
  useEffect(() => () => latest?.once.end(), [latest?.once])
  const isStale = latest !== undefined && !sameProps(latest.row, rowOf(latest.secret.name))
  // It is hidden in this very render.
  if (isStale) setLatest(undefined)
  const opened = isStale ? undefined : latest
  const open = (secret: Secret, atHand?: string) => {
    const once = readOnce((ending) => secret.read(AbortSignal.any([ending, session.over])), atHand)
    const isSelected = atHand !== undefined
    setLatest((before) => ({ secret, count: (before?.count ?? 0) + 1, once, isSelected, row: rowOf(secret.name) }))
  }
  const again = (name: string) => {
    const secret = secretOf(resource, name)
    if (secret.is === 'password' || !isBlocked(session)) open(secret)
  }
  return {
    opened,
    close,
    again,
    toggle(name) {
      if (opened?.secret.name === name) close()
      else again(name)
    },
    copy(name) {
      const secret = secretOf(resource, name)
      const show = (text: string) => {
        // Without its row nothing would take the text, and it would wait here.
        const isShown = hasPlace(name)
        if (isShown) open(secret, text)
        return isShown
      }
      void copyOneSecret(session, secret, show)
    },
  }
}
