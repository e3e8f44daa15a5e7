import { Check, Copy, Download, KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { problemIn, type ResourceName } from '#contract/problem.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import type { Job } from '#web/jobs/job.ts'
import { isBlocked } from '#web/session/online.ts'
import { problemWords } from '#web/session/problem-words.ts'
import { keysOf } from '#web/resource/resource.ts'
import { useSession } from '#web/session/session.ts'
import { copySecret, overtake, release } from '#web/ui/clipboard.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { download } from '#web/ui/download.ts'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useStore } from '#web/ui/store.ts'
import { counted } from '#web/ui/time.ts'
import { clearing } from './copy-secret.ts'
import { NoSecret } from './read-once.ts'
import { useSecrets } from './secrets.ts'
import { fileOf, linesOf, readAll, secretWords, type Secret } from './secrets-text.ts'
import { uncopiedValues } from './uncopied.ts'
import './hand-over-sheet.css'

/** More lines than this are a file. */
const mostCopied = 100

/** The new values and generated passwords that nobody has copied, of all jobs or of one. */
function useSecretsToHandOver(job: number | undefined): () => Secret[] {
  const { jobs, resources } = useDesk()
  const { service } = useSession()
  const secrets = useSecrets()
  return () => {
    const all = jobs.get()
    const own = all.find(({ id }) => id === job)
    const isOf = (resource: ResourceName, name: string) =>
      job === undefined || (own?.resource === resource && own.items.some(({ after }) => after === name))
    return keysOf(resources).flatMap((resource): Secret[] => {
      const { readValue } = resources[resource]
      const names = readValue ? [...uncopiedValues(all, resource).keys()] : [...secrets.get().kept]
      return names
        .filter((name) => isOf(resource, name))
        .map((name) => ({
          resource,
          name,
          is: readValue ? 'value' : 'password',
          isConfirmed: readValue !== undefined || lastTold(all, resource, name)?.result !== 'unknown',
          async read(signal) {
            const text = readValue ? await readValue(service, name, signal) : secrets.read(name)
            if (text === undefined) throw new NoSecret('It is no longer kept. Set a new password.')
            return text
          },
          onHanded() {
            jobs.mark(resource, name, { isCopied: true })
            if (!readValue) secrets.copied(name)
          },
        }))
    })
  }
}

const lastTold = (jobs: readonly Job[], resource: ResourceName, name: string) =>
  jobs
    .filter((job) => job.resource === resource)
    .flatMap(({ items }) => items)
    .findLast(({ after }) => after === name)?.told

interface Props {
  /** Undefined: those of all jobs. */
  job?: number | undefined
  onClose: () => void
}

/** New values and passwords, to be copied one by one or together, or written to a file. It shows none of them. */
export function HandOverSheet({ job, onClose }: Props) {
  const session = useSession()
  const { over, place, toasts } = session
  const [secrets] = useState(useSecretsToHandOver(job))
  useHeld(secrets)
  const [handed, setHanded] = useState<ReadonlyMap<Secret, 'Copied' | 'Downloaded'>>(new Map())
  const [failures, setFailures] = useState<ReadonlyMap<Secret, string>>(new Map())
  const [reading, setReading] = useState(0)
  const [asks, setAsks] = useState<'download' | 'close'>()
  const left = secrets.filter((secret) => !handed.has(secret))

  /** Reads these secrets, delivers those that could be read, and ticks them off. It must be called inside the click. */
  const hand = async (those: readonly Secret[], to: 'clipboard' | 'file', textOf = linesOf) => {
    if (those.some(({ is }) => is === 'value') && isBlocked(session)) return
    const own = new AbortController()
    const signal = AbortSignal.any([own.signal, over])
    const delivered: Secret[] = []
    const read = async () => {
      const all = await readAll(those, signal)
      setFailures(
        new Map(all.flatMap((one) => ('error' in one ? [[one.secret, failureWords(one.error)] as const] : []))),
      )
      const texts = all.flatMap((one) => ('text' in one ? [one] : []))
      if (texts.length === 0) throw new NoSecret('None of them could be read.')
      delivered.push(...texts.map(({ secret }) => secret))
      return textOf(texts)
    }
    overtake(own)
    setReading(those.length)
    try {
      if (to === 'file') {
        const text = await read()
        signal.throwIfAborted()
        download(text, fileName())
      } else if ((await copySecret(read, signal)).is === 'refused') {
        return toasts.show('This browser refused to copy. Nothing was copied.', { mark: 'failed' })
      }
      for (const { onHanded } of delivered) onHanded()
      const did = to === 'file' ? 'Downloaded' : 'Copied'
      setHanded((before) => new Map([...before, ...delivered.map((secret) => [secret, did] as const)]))
      const missing = those.length - delivered.length
      const but = missing === 0 ? '' : ` ${counted(missing, 'secret')} could not be read.`
      const [only] = delivered
      if (to === 'file') toasts.show(`The file holds ${wordsFor(delivered)}.${but} Open it as text.`)
      else if (those.length > 1) toasts.show(`Copied ${wordsFor(delivered)}.${but}`, { act: clearing(session) })
      else if (only !== undefined)
        toasts.show(`Copied the ${only.is} of “${visible(only.name)}”.`, { name: only.name, act: clearing(session) })
    } catch (error) {
      if (over.aborted) return
      const nothing = to === 'file' ? 'No file was written' : 'Nothing was copied'
      if (own.signal.aborted) toasts.show(`${nothing} because you used the clipboard again.`, { mark: 'failed' })
      else if (error instanceof NoSecret) toasts.show(`${nothing}. ${error.message}`, { mark: 'failed' })
      else throw error
    } finally {
      release(own)
      setReading(0)
    }
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
                {failures.has(secret) && <p className="err">{failures.get(secret)}</p>}
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
                onClick={() => void (isBusy ?? hand([secret], 'clipboard', ([one]) => one?.text ?? ''))}
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

/** What a job made that nobody has copied, in its report. */
export function HandOverLine({ job }: { job: Job }) {
  const { opened, jobs } = useDesk()
  const toHandOver = useSecretsToHandOver(job.id)
  useStore(jobs)
  useStore(useSecrets())
  const secrets = toHandOver()
  if (secrets.length === 0) return null
  return (
    <div className="verdict news">
      <KeyRound className="icon" aria-hidden="true" />
      <p>{`${wordsFor(secrets)} to hand over. Keep this tab open until you have copied them.`}</p>
      <button type="button" className="btn small" onClick={() => opened.set({ is: 'hand-over', job: job.id })}>
        Hand over…
      </button>
    </div>
  )
}

/** Copied passwords stay readable while the list is open. */
function useHeld(those: readonly Secret[]) {
  const secrets = useSecrets()
  useEffect(() => {
    const releases = those.flatMap(({ is, name }) => (is === 'password' ? [secrets.hold(name)] : []))
    return () => {
      for (const putAway of releases) putAway()
    }
  }, [secrets, those])
}

const failureWords = (error: unknown) => (error instanceof NoSecret ? error.message : problemWords(problemIn(error)))

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
