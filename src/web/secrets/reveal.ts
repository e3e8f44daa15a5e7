import { useCallback, useEffect, useState } from 'react'
import { mutationOptions } from '@tanstack/react-query'
import type { ResourceName } from '#api/problem.ts'
import { mutationDefaults } from '#web/resource/list-queries.ts'
import { blockIfReadOnly, useSession } from '#web/session/session.ts'
import { isDeepEqual } from '#web/ui/deep-equal.ts'
import { type Secret, useCreateSecret } from './secret.ts'
import { copyOneSecret } from './copy-secrets.ts'

/**
 * A secret for one click: it can be taken once, by the component that shows it. `end` also cancels a read in progress.
 */
export interface OneTimeRead {
  isTaken: () => boolean
  /**
   * Returns the secret at hand, else reads it.
   * @throws {Error} when it has been taken already.
   */
  take: () => Promise<string>
  end: () => void
}

/** `knownValue`: a secret that was read to be copied, which the browser refused. It is shown without another read. */
export function createOneTimeRead(read: (signal: AbortSignal) => Promise<string>, knownValue?: string): OneTimeRead {
  const controller = new AbortController()
  let isTaken = false
  let secret = knownValue
  return {
    isTaken: () => isTaken,
    async take() {
      if (isTaken) throw new Error('taken before')
      isTaken = true
      const knownSecret = secret
      secret = undefined
      return knownSecret ?? read(controller.signal)
    },
    end() {
      isTaken = true
      secret = undefined
      controller.abort()
    },
  }
}

/** A secret that is open. */
export interface OpenSecret {
  secret: Secret
  /** Differs for each opening. */
  openingId: number
  read: OneTimeRead
  /** Copying was refused: what was read then is shown, selected. */
  copyWasDenied: boolean
  /** Its row at the time of opening. */
  row: object
}

/** Shows and copies secrets of a resource, by the names of their rows. At most one is open. */
export interface RevealController {
  opened: OpenSecret | undefined
  toggle: (name: string) => void
  /** Reads it again after a failure. */
  reload: (name: string) => void
  close: () => void
  copy: (name: string) => void
}

interface RevealRows {
  /** Whether the page has a place for the secret of this row now. */
  isRowRendered: (name: string) => boolean
  /** What a row is now. A secret closes when this changes: it may have changed with its row. */
  rowOf: (name: string) => object
}

export function useReveal(resource: ResourceName, { isRowRendered, rowOf }: RevealRows): RevealController {
  const session = useSession()
  const createSecret = useCreateSecret()
  const [latest, setLatest] = useState<OpenSecret>()
  const close = useCallback(() => setLatest(undefined), [])
  useEffect(() => () => latest?.read.end(), [latest?.read])
  const isStale = latest !== undefined && !isDeepEqual(latest.row, rowOf(latest.secret.name))
  // It is hidden in this very render.
  if (isStale) setLatest(undefined)
  const opened = isStale ? undefined : latest
  const open = (secret: Secret, knownValue?: string) => {
    const oneTimeRead = createOneTimeRead(
      (signal) => secret.read(AbortSignal.any([signal, session.sessionSignal])),
      knownValue,
    )
    const copyWasDenied = knownValue !== undefined
    setLatest((previous) => ({
      secret,
      openingId: (previous?.openingId ?? 0) + 1,
      read: oneTimeRead,
      copyWasDenied,
      row: rowOf(secret.name),
    }))
  }
  const reload = (name: string) => {
    const secret = createSecret(resource, name)
    if (secret.kind === 'password' || !blockIfReadOnly(session)) open(secret)
  }
  return {
    opened,
    close,
    reload,
    toggle(name) {
      if (opened?.secret.name === name) close()
      else reload(name)
    },
    copy(name) {
      const secret = createSecret(resource, name)
      const show = (text: string) => {
        // Without its row nothing would take the text, and it would wait here.
        const isShown = isRowRendered(name)
        if (isShown) open(secret, text)
        return isShown
      }
      void copyOneSecret(session, secret, show)
    },
  }
}

export interface OpenSecretProps {
  opened: OpenSecret
  reveal: Pick<RevealController, 'reload' | 'close' | 'copy'>
}

/** The key of each mutation that takes a secret. */
export const secretKey = ['secret'] as const

/** Takes a secret. A mutation, because no cache may keep it: its result goes with the component that calls it. */
export const secretMutation = (oneTimeRead: OneTimeRead) =>
  mutationOptions({ ...mutationDefaults, mutationKey: secretKey, mutationFn: () => oneTimeRead.take() })
