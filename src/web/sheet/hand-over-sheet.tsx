import { Check, Copy, Download } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { problemIn } from '#contract/problem.ts'
import { download } from '#web/ui/download.ts'
import { isBlocked } from '#web/resource/online.ts'
import { clearClipboard, clipboardWords, copySecret, overtake, release } from '#web/ui/clipboard.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { useSession } from '#web/session/session.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { counted } from '#web/ui/time.ts'
import type { Message } from '#web/ui/toasts.ts'
import { problemWords } from '#web/resource/problem-words.ts'
import { NoSecret, readAll, secretWords, Unread, type Secret } from './secret.ts'
import { fileOf, linesOf } from './secrets-text.ts'
import './hand-over-sheet.css'

/** More lines than this are a file. */
const mostCopied = 100

interface Props {
  secrets: readonly Secret[]
  onClose: () => void
}

/** New values and passwords, to be copied one by one or together, or written to a file. It shows none of them. */
export function HandOverSheet({ secrets, onClose }: Props) {
  const session = useSession()
  const { over, place, toasts } = session
  const [handed, setHanded] = useState<ReadonlyMap<Secret, 'Copied' | 'Downloaded'>>(new Map())
  const [reading, setReading] = useState(0)
  const [asks, setAsks] = useState<'download' | 'close'>()
  const left = secrets.filter((secret) => !handed.has(secret))
  const forget = useEffectEvent(() => {
    for (const secret of handed.keys()) secret.onClosed?.(session)
  })
  useEffect(() => {
    const end = () => forget()
    over.addEventListener('abort', end)
    return () => {
      over.removeEventListener('abort', end)
      forget()
    }
  }, [over])

  /** Reads these secrets, delivers them, and ticks them off if that succeeded. It must be called inside the click. */
  const hand = async (those: readonly Secret[], to: 'clipboard' | 'file', textOf = linesOf) => {
    if (those.some(({ is }) => is === 'value') && isBlocked(session)) return
    const failed = (message: Message) => toasts.show(message, { mark: 'failed' })
    const own = new AbortController()
    const signal = AbortSignal.any([own.signal, over])
    const read = async () => textOf(those, await readAll(those, session, signal))
    overtake(own)
    setReading(those.length)
    try {
      if (to === 'file') {
        const text = await read()
        signal.throwIfAborted()
        download(text, fileName())
      } else if ((await copySecret(read, signal)).is === 'refused') {
        return failed('This browser refused to copy. Nothing was copied.')
      }
      for (const secret of those) secret.onHanded(session)
      const did = to === 'file' ? 'Downloaded' : 'Copied'
      setHanded((before) => new Map([...before, ...those.map((secret) => [secret, did] as const)]))
      const [only] = those
      const act = { label: clipboardWords.clear, run: () => void clear() }
      if (to === 'file') toasts.show(`The file holds ${wordsFor(those)}. Open it as text.`)
      else if (those.length > 1) toasts.show(`Copied ${wordsFor(those)}.`, { act })
      else toasts.show({ before: `Copied the ${only?.is} of “`, name: only?.name ?? '', after: '”.' }, { act })
    } catch (error) {
      if (over.aborted) return
      if (own.signal.aborted) return failed('Nothing was copied because you used the clipboard again.')
      if (!(error instanceof Unread)) throw error
      const { secret, cause } = error
      const why = cause instanceof NoSecret ? cause.message : problemWords(problemIn(cause))
      const nothing = to === 'file' ? 'No file was written.' : 'Nothing was copied.'
      failed({ before: `${nothing} The ${secret.is} of “`, name: secret.name, after: `” could not be read. ${why}` })
    } finally {
      release(own)
      setReading(0)
    }
  }
  const clear = async () => {
    overtake()
    toasts.show(await clearClipboard())
  }
  const isBusy = reading > 0 || undefined
  const tooMany = secrets.length > mostCopied
  return (
    <Sheet
      title="Hand over"
      under={`On ${place.name}`}
      onClose={() => (left.length === 0 ? onClose() : setAsks('close'))}
    >
      <div className="body">
        <p>{isBusy ? `Reading ${counted(reading, 'secret')}…` : says(secrets, left)}</p>
        <ol className="handed">
          {secrets.map((secret) => (
            <li key={`${secret.resource} ${secret.name}`}>
              <div>
                <span className={secret.is === 'value' ? 'mono' : undefined}>
                  <Foreign text={secret.name} />
                </span>
                <small>{secret.is === 'value' ? 'New value' : 'New password'}</small>
                {!secret.isConfirmed && <span className="tag">Not confirmed</span>}
              </div>
              {handed.has(secret) && (
                <span className="tick">
                  <Check className="icon s14" aria-hidden="true" />
                  {handed.get(secret)}
                </span>
              )}
              <button
                type="button"
                className="btn small"
                aria-label={`Copy ${secret.is} of ${visible(secret.name)}`}
                aria-disabled={isBusy}
                onClick={() => void (isBusy ?? hand([secret], 'clipboard', (_, [text = '']) => text))}
              >
                <Copy className="icon" aria-hidden="true" />
                Copy
              </button>
            </li>
          ))}
        </ol>
        {tooMany && <p className="hint">{`Copy all takes at most ${mostCopied} lines. Download the file instead.`}</p>}
      </div>
      <div className="foot">
        <span className="end" />
        {secrets.length > 0 && (
          <>
            <button
              type="button"
              className="btn raised-bg"
              aria-disabled={isBusy}
              onClick={() => isBusy ?? setAsks('download')}
            >
              <Download className="icon" aria-hidden="true" />
              Download…
            </button>
            <button
              type="button"
              className="btn primary"
              disabled={tooMany}
              aria-disabled={isBusy}
              onClick={() => void (isBusy ?? hand(secrets, 'clipboard'))}
            >
              <Copy className="icon" aria-hidden="true" />
              Copy all
            </button>
          </>
        )}
      </div>
      {asks === 'download' && (
        <Confirm
          title={`Download ${wordsFor(secrets)}?`}
          action="Download"
          onConfirm={() => {
            setAsks(undefined)
            void hand(secrets, 'file', fileOf)
          }}
          onCancel={() => setAsks(undefined)}
        >
          <p>The file holds the secrets as plain text. Anyone who gets it can use them.</p>
          <p>Open it as text: a spreadsheet may change what it shows. Delete it after you have handed them over.</p>
        </Confirm>
      )}
      {asks === 'close' && (
        <Confirm
          title="Close the list?"
          action="Close"
          back="Keep it open"
          onConfirm={onClose}
          onCancel={() => setAsks(undefined)}
        >
          <p>
            <span>{`You haven’t copied ${wordsFor(left)}.`}</span>
            <span> You can open this list again until you sign out or reload.</span>
          </p>
        </Confirm>
      )}
    </Sheet>
  )
}

const fileName = () => `query-admin-secrets-${new Date().toISOString().slice(0, 10)}.csv`

/** `3 new values and 1 new password`. */
function wordsFor(secrets: readonly Secret[]): string {
  const values = secrets.filter(({ is }) => is === 'value').length
  return secretWords({ values, passwords: secrets.length - values })
}

/** What is in the list, and how many of them were handed over. */
function says(secrets: readonly Secret[], left: readonly Secret[]): string {
  if (secrets.length === 0) return 'There is nothing to hand over.'
  const all = wordsFor(secrets)
  if (left.length === 0) return `All of the ${all} are copied or downloaded.`
  return left.length === secrets.length
    ? `${all}, not copied yet. Nothing is shown here; each is read when you copy it.`
    : `${all}. ${wordsFor(left)} not copied yet.`
}
