import { Check, Copy, Download, KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import { useDesk, useWorld } from '#web/jobs/desk.tsx'
import { doAct } from '#web/jobs/do-act.ts'
import type { Job } from '#web/jobs/job.ts'
import type { Handed } from '#web/jobs/opened.ts'
import { ToneBox } from '#web/jobs/note.tsx'
import { seenIn } from '#web/resource/lists.ts'
import { useSession } from '#web/session/session.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { keepFocus } from '#web/ui/focus/focus.ts'
import { Foreign, visible } from '#web/ui/names/foreign.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useStore } from '#web/ui/store.ts'
import { count, counted } from '#web/ui/time.ts'
import { handOver } from './hand-over.ts'
import { wordsFor, type Secret } from './secret.ts'
import { useSecrets } from './secrets.ts'
import { useSecretsToHandOver } from './uncopied.ts'
import './hand-over-sheet.css'

/** More lines than this are a file. */
const mostCopied = 100

/** What became of a secret while the list is open. */
interface Line {
  isTicked?: boolean
  isDismissed?: boolean
  handed?: 'Copied' | 'Downloaded' | undefined
  failure?: string | undefined
}

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
  useWorld() // what is known of them may change
  const [those] = useState(useSecretsToHandOver(which))
  // Copied passwords stay readable.
  const { hold } = useSecrets()
  useEffect(hold, [hold])
  const [lines, setLines] = useState<ReadonlyMap<Secret, Line>>(new Map())
  const [reading, setReading] = useState(0)
  const [asks, setAsks] = useState<'download' | 'close'>()
  const put = (some: readonly Secret[], partOf: (secret: Secret) => Line) =>
    setLines(
      (before) => new Map([...before, ...some.map((one) => [one, { ...before.get(one), ...partOf(one) }] as const)]),
    )
  const secrets = those.filter((secret) => lines.get(secret)?.isDismissed !== true)
  const isOut = (secret: Secret) => lines.get(secret)?.isTicked !== true && secret.caution()?.useless !== undefined
  const included = secrets.filter((secret) => !isOut(secret))
  const left = included.filter((secret) => lines.get(secret)?.handed === undefined)
  const isNew = which.of === undefined

  const hand = async (what: Secret | readonly Secret[], where: 'clipboard' | 'file') => {
    const some = 'is' in what ? [what] : what
    setReading(some.length)
    await handOver(session, what, {
      where,
      onEnd(delivered, failures) {
        put(some, (secret) => ({ failure: failures.get(secret) }))
        put(delivered, () => ({ handed: where === 'file' ? 'Downloaded' : 'Copied' }))
      },
    })
    setReading(0)
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
      under={`On ${session.place.name}`}
      onClose={() => (left.length === 0 || !isNew ? onClose() : setAsks('close'))}
    >
      <div className="body">
        <p>{isBusy ? `Reading ${counted(reading, 'secret')}…` : says(secrets, included, left)}</p>
        <LeftOut
          secrets={secrets.filter(isOut)}
          onRepair={(resource, act, some) => {
            // Copied before, they are to be copied again.
            put(some, () => ({ handed: undefined }))
            const { list } = desk.knows(resource)
            void doAct(
              desk,
              resource,
              act,
              some.flatMap(({ name }) => seenIn(list, name) ?? []),
            )
          }}
        />
        <ol className="handed">
          {secrets.map((secret) => (
            <HandedLine
              key={`${secret.resource} ${secret.name}`}
              secret={secret}
              line={lines.get(secret) ?? {}}
              isBusy={isBusy}
              onPut={(line) => put([secret], () => line)}
              onCopy={() => void hand(secret, 'clipboard')}
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
            void hand(included, 'file')
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
  line: Line
  isBusy: true | undefined
  onPut: (line: Line) => void
  onCopy: () => void
}

/** One of them: whose it is, what is known against it, and what came of reading it. */
function HandedLine({ secret, line: { isTicked = false, handed, failure }, isBusy, onPut, onCopy }: LineProps) {
  const { is, isNew, isConfirmed } = secret
  const name = visible(secret.name)
  const why = secret.caution()?.useless
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
            onChange={({ target }) => onPut({ isTicked: target.checked })}
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
        <button
          type="button"
          className="btn ghost small"
          aria-label={`Dismiss ${name}`}
          onClick={() => {
            secret.dismiss()
            onPut({ isDismissed: true })
          }}
        >
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
  secrets: readonly Secret[]
  onRepair: (resource: ResourceName, act: string, secrets: readonly Secret[]) => void
}

/** How many are left out, and what makes some of them usable. */
function LeftOut({ secrets, onRepair }: LeftOutProps) {
  if (secrets.length === 0) return null
  const actOf = ({ caution }: Secret) => caution()?.useless?.act
  const first = secrets.find((secret) => actOf(secret) !== undefined)
  const act = first && actOf(first)
  const [are, them] = secrets.length === 1 ? ['is', 'it'] : ['are', 'them']
  return (
    <ToneBox tone="amber" text={`${count(secrets.length)} ${are} left out. Nobody can use ${them} now.`}>
      {first && act !== undefined && (
        <button
          ref={keepFocus}
          type="button"
          className="btn small"
          onClick={() =>
            onRepair(
              first.resource,
              act,
              secrets.filter((one) => actOf(one) === act),
            )
          }
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
  const secrets = toHandOver().filter(({ caution }) => caution()?.useless?.act === undefined)
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

/** What is in the list, and how many of those that are included were handed over. */
function says(secrets: readonly Secret[], included: readonly Secret[], left: readonly Secret[]): string {
  if (secrets.length === 0) return 'There is nothing to hand over.'
  const all = wordsFor(included.length === 0 ? secrets : included)
  if (left.length === included.length)
    return `${all}, not copied yet. Nothing is shown here; each is read when you copy it.`
  return left.length === 0 ? `All of the ${all} are copied or downloaded.` : `${all}. ${wordsFor(left)} not copied yet.`
}
