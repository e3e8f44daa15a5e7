import { Check, Copy, Download, KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { problemIn, type ResourceName } from '#contract/problem.ts'
import { useDesk, useWorld } from '#web/jobs/desk.tsx'
import { doAct } from '#web/jobs/do-act.ts'
import type { Job } from '#web/jobs/job.ts'
import type { Handed } from '#web/jobs/opened.ts'
import { ToneBox } from '#web/jobs/note.tsx'
import { isBlocked } from '#web/session/online.ts'
import { problemWords } from '#web/session/problem-words.ts'
import { useSession } from '#web/session/session.ts'
import { copySecret, overtake, release } from '#web/ui/clipboard.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { download } from '#web/ui/download.ts'
import { keepFocus } from '#web/ui/focus/focus.ts'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useStore } from '#web/ui/store.ts'
import { count, counted } from '#web/ui/time.ts'
import { clearing } from './copy-secret.ts'
import { NoSecret } from './read-once.ts'
import { useSecrets } from './secrets.ts'
import { fileOf, linesOf, readAll, secretWords, type Secret } from './secrets-text.ts'
import { useSecretsToHandOver } from './to-hand-over.ts'
import './hand-over-sheet.css'

/** More lines than this are a file. */
const mostCopied = 100

interface Props {
  which: Handed
  onClose: () => void
}

/**
 * New values and passwords, to be copied one by one or together, or written to a file. It shows none of them. Those that
 * nobody can use now are left out until they are ticked.
 */
export function HandOverSheet({ which, onClose }: Props) {
  const session = useSession()
  const desk = useDesk()
  const { over, place, toasts } = session
  useWorld() // what is known of them may change
  const [those] = useState(useSecretsToHandOver(which))
  useHeld(those)
  const [dismissed, setDismissed] = useState<ReadonlySet<Secret>>(new Set())
  const [ticked, setTicked] = useState<ReadonlySet<Secret>>(new Set())
  const [handed, setHanded] = useState<ReadonlyMap<Secret, 'Copied' | 'Downloaded'>>(new Map())
  const [failures, setFailures] = useState<ReadonlyMap<Secret, string>>(new Map())
  const [reading, setReading] = useState(0)
  const [asks, setAsks] = useState<'download' | 'close'>()
  const secrets = those.filter((secret) => !dismissed.has(secret))
  const included = secrets.filter((secret) => secret.unusable() === undefined || ticked.has(secret))
  const left = included.filter((secret) => !handed.has(secret))
  const isNew = which.of === undefined

  /** Reads these secrets, delivers those that could be read, and ticks them off. It must be called inside the click. */
  const hand = async (those: readonly Secret[], to: 'clipboard' | 'file', textOf = linesOf) => {
    if (those.some(({ is }) => is === 'value') && isBlocked(session)) return
    const own = new AbortController()
    const signal = AbortSignal.any([own.signal, over])
    const delivered: Secret[] = []
    const read = async () => {
      const all = await readAll(those, signal)
      const failed = all.flatMap((one) => ('error' in one ? [[one.secret, failureWords(one.error)] as const] : []))
      setFailures((before) => new Map([...[...before].filter(([secret]) => !those.includes(secret)), ...failed]))
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
      else if (only !== undefined) {
        const why = only.unusable()
        toasts.show(`Copied the ${only.is} of “${visible(only.name)}”${why?.says ?? '.'}`, {
          ...(why && { mark: 'caution' as const }),
          name: only.name,
          act: clearing(session),
        })
      }
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
  const whyNotAll =
    included.length === 0
      ? 'Tick a line to copy it.'
      : included.length > mostCopied
        ? `Copy all takes at most ${mostCopied} lines. Download the file instead.`
        : undefined
  return (
    <Sheet
      title={isNew ? 'Hand over' : 'Copy values'}
      under={`On ${place.name}`}
      onClose={() => (left.length === 0 || !isNew ? onClose() : setAsks('close'))}
    >
      <div className="body">
        <p>{isBusy ? `Reading ${counted(reading, 'secret')}…` : says(secrets, included, left)}</p>
        <LeftOut
          secrets={secrets.filter((secret) => !ticked.has(secret))}
          onRepair={(resource, act, names) => {
            // Copied before, they are to be copied again.
            setHanded((before) => new Map([...before].filter(([{ name }]) => !names.has(name))))
            const { list } = desk.knows(resource)
            const rows = [...names].flatMap((name) => {
              const at = list?.find(name) ?? -1
              return list === undefined || at < 0 ? [] : [{ row: list.at(at), beganAt: list.beganAt }]
            })
            void doAct(desk, resource, act, rows)
          }}
        />
        <ol className="handed">
          {secrets.map((secret) => (
            <Line
              key={`${secret.resource} ${secret.name}`}
              secret={secret}
              isBusy={isBusy}
              isTicked={ticked.has(secret)}
              handed={handed.get(secret)}
              failure={failures.get(secret)}
              onTick={(to) => setTicked((before) => new Set([...before, secret].filter((one) => to || one !== secret)))}
              onCopy={() => void hand([secret], 'clipboard', ([one]) => one?.text ?? '')}
              onDismiss={() => {
                secret.dismiss()
                setDismissed((before) => new Set([...before, secret]))
              }}
            />
          ))}
        </ol>
      </div>
      <div className="foot">
        {secrets.length > 0 && whyNotAll !== undefined && (
          <p id="why-not-all" className="why">
            {whyNotAll}
          </p>
        )}
        <span className="end" />
        {secrets.length > 0 && (
          <>
            <button
              type="button"
              className="btn raised-bg"
              aria-disabled={isBusy ?? (included.length === 0 || undefined)}
              onClick={() => isBusy ?? (included.length > 0 && setAsks('download'))}
            >
              <Download className="icon" aria-hidden="true" />
              Download…
            </button>
            <button
              type="button"
              className="btn primary"
              aria-disabled={isBusy ?? (whyNotAll !== undefined || undefined)}
              aria-describedby={whyNotAll && 'why-not-all'}
              onClick={() => void (isBusy ?? (whyNotAll === undefined && hand(included, 'clipboard')))}
            >
              <Copy className="icon" aria-hidden="true" />
              Copy all
            </button>
          </>
        )}
      </div>
      {asks === 'download' && (
        <Confirm
          title={`Download ${wordsFor(included)}?`}
          action="Download"
          onConfirm={() => {
            setAsks(undefined)
            void hand(included, 'file', fileOf)
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

interface LineProps {
  secret: Secret
  isBusy: true | undefined
  isTicked: boolean
  handed: 'Copied' | 'Downloaded' | undefined
  failure: string | undefined
  onTick: (to: boolean) => void
  onCopy: () => void
  onDismiss: () => void
}

/** One of them: whose it is, what is known against it, and what came of reading it. */
function Line({ secret, isBusy, isTicked, handed, failure, onTick, onCopy, onDismiss }: LineProps) {
  const { is, isNew, isConfirmed } = secret
  const name = visible(secret.name)
  const why = secret.unusable()
  return (
    <li>
      <div>
        <span className={is === 'value' ? 'mono' : undefined}>
          <Foreign text={secret.name} />
        </span>
        <small>{is === 'password' ? 'New password' : isNew ? 'New value' : 'Value'}</small>
        {!isConfirmed && <span className="tag">Not confirmed</span>}
        {why && <span className="tag">{why.word}</span>}
        {failure !== undefined && <p className="err">{failure}</p>}
      </div>
      {why && (
        <label>
          <input
            type="checkbox"
            aria-label={`Include ${name}`}
            checked={isTicked}
            onChange={({ target }) => onTick(target.checked)}
          />
          Include
        </label>
      )}
      {handed !== undefined && (
        <span className="tick">
          <Check className="icon s14" aria-hidden="true" />
          {handed}
        </span>
      )}
      {failure !== undefined && (
        <button type="button" className="btn ghost small" aria-label={`Dismiss ${name}`} onClick={onDismiss}>
          Dismiss
        </button>
      )}
      <button
        type="button"
        className="btn small"
        aria-label={`Copy ${is} of ${name}`}
        aria-disabled={isBusy}
        onClick={() => isBusy ?? onCopy()}
      >
        <Copy className="icon" aria-hidden="true" />
        Copy
      </button>
    </li>
  )
}

interface LeftOutProps {
  /** Those that are not ticked. */
  secrets: readonly Secret[]
  onRepair: (resource: ResourceName, act: string, names: ReadonlySet<string>) => void
}

/** How many are left out, and what makes some of them usable. */
function LeftOut({ secrets, onRepair }: LeftOutProps) {
  const out = secrets.flatMap(({ resource, name, unusable }) => {
    const why = unusable()
    return why === undefined ? [] : [{ resource, name, act: why.act }]
  })
  if (out.length === 0) return null
  const [first] = out.filter(({ act }) => act !== undefined)
  const { act, resource } = first ?? {}
  const [are, them] = out.length === 1 ? ['is', 'it'] : ['are', 'them']
  return (
    <ToneBox tone="amber" text={`${count(out.length)} ${are} left out. Nobody can use ${them} now.`}>
      {act !== undefined && resource !== undefined && (
        <button
          ref={keepFocus}
          type="button"
          className="btn small"
          onClick={() => onRepair(resource, act, new Set(out.flatMap((one) => (one.act === act ? [one.name] : []))))}
        >
          Repair first
        </button>
      )}
    </ToneBox>
  )
}

/** What a job made that nobody has copied, in its report. */
export function HandOverLine({ job }: { job: Job }) {
  const { opened, jobs } = useDesk()
  const toHandOver = useSecretsToHandOver({ job: job.id })
  useStore(jobs)
  useStore(useSecrets())
  // Those that need repair are in a section of the report.
  const secrets = toHandOver().filter((secret) => secret.unusable()?.act === undefined)
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

/** `3 new values and 1 new password`, or `3 values`. */
function wordsFor(secrets: readonly Secret[]): string {
  const values = secrets.filter(({ is }) => is === 'value').length
  return secretWords({ values, passwords: secrets.length - values }, secrets[0]?.isNew)
}

/** What is in the list, and how many of those that are included were handed over. */
function says(secrets: readonly Secret[], included: readonly Secret[], left: readonly Secret[]): string {
  if (secrets.length === 0) return 'There is nothing to hand over.'
  const all = wordsFor(included.length === 0 ? secrets : included)
  if (left.length === included.length)
    return `${all}, not copied yet. Nothing is shown here; each is read when you copy it.`
  return left.length === 0 ? `All of the ${all} are copied or downloaded.` : `${all}. ${wordsFor(left)} not copied yet.`
}
