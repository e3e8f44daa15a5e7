import { Fragment, useState, type ReactNode } from 'react'
import type { Dated } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import type { JobItem } from '#web/jobs/job.ts'
import { ToneBox, toneOf } from '#web/jobs/note.tsx'
import { useToldNow } from '#web/jobs/told-now.ts'
import type { FormOf, FormWorld } from '#web/resource/form.ts'
import { useOnline } from '#web/session/online.ts'
import { isTaken } from '#contract/write/outcome.ts'
import type { Told } from '#web/resource/say.ts'
import { useIsSlow } from '#web/ui/busy.tsx'
import { useFieldErrors } from '#web/ui/live.tsx'
import { useSession } from '#web/session/session.ts'
import { useStore } from '#web/ui/store.ts'
import { useSecrets } from './secrets.ts'
import type { FormPassword } from './use-password.ts'

/** What stopped the last attempt, if anything. */
interface Ended {
  job: number
  /** A refusal by a session that has ended is over once the same person has signed in again. */
  during: AbortSignal
}

/**
 * Does what a form asks for, as a job, and finds out what came of it. `act`: resolves when that is over. Returns the item,
 * or undefined where nothing was begun.
 */
export function useSubmit(resource: ResourceName, password: FormPassword) {
  const { jobs } = useDesk()
  const secrets = useSecrets()
  const toldNow = useToldNow()
  const { ended: during } = useSession()
  const [ended, setEnded] = useState<Ended>()
  const stopped = useStore(jobs).find(({ id }) => id === ended?.job && ended.during === during)
  /** The password as it is sent. A generated one is then kept until it is copied. */
  const secretOf = (name: string) => () => {
    const sent = password.take()
    if (sent !== undefined) secrets.send(name, sent.isUncopied ? sent.text : undefined)
    return sent?.text
  }
  const submit = async (act: () => Promise<unknown>): Promise<JobItem | undefined> => {
    setEnded(undefined)
    const before = jobs.get().length
    await act()
    const job = jobs
      .get()
      .slice(before)
      .findLast((one) => one.isInForm && one.resource === resource)
    const item = job?.items[0]
    if (job === undefined || item?.told === undefined || isDone(item)) return item
    // The form tells it, not a note. What is open is told by a note, too, once the form is closed.
    if (item.told.result !== 'unknown') jobs.mark(resource, item.after, { isDismissed: true })
    setEnded({ job: job.id, during })
    return item
  }
  return { submit, secretOf, told: stopped && toldNow([stopped])[0]?.items[0]?.told }
}

/**
 * Whether a form is done, so that it closes: a note tells whatever is left to say. A password is only here, and no note
 * could send it again.
 */
export const isDone = ({ told, outcome, hasPassword }: Pick<JobItem, 'told' | 'outcome' | 'hasPassword'>): boolean =>
  told?.result === 'done' ||
  (outcome !== undefined && isTaken(outcome) && !(hasPassword === true && told?.next.includes('again') === true))

interface Props {
  resource: ResourceName
  form: FormOf<Record<string, unknown>>
  row: Dated | undefined
  like?: Dated | undefined
  world: FormWorld
  onEdit: (name: string) => void
}

/** The inputs of a form, in the order of the fields; flags are told apart by their own look. */
export function Inputs({ resource, like, ...props }: Props) {
  const { fields } = useDesk().resources[resource]
  return Object.entries(fields).map(([name, { set }]) =>
    set === undefined || (set.isForNew === true && props.row !== undefined) ? null : (
      <Fragment key={name}>
        <set.Input {...props} like={like} />
      </Fragment>
    ),
  )
}

interface FormProps {
  isBusy: boolean
  /** Why the form is still open. */
  told: Told | undefined
  onSubmit: () => void
  children: ReactNode
  /** Stands below what stopped the last attempt. */
  below?: ReactNode
  foot: (save: SaveProps) => ReactNode
}

/** What the button that sends the form shows. */
export interface SaveProps {
  isWaiting: true | undefined
  saying: (action: string) => string
}

/** The form in a sheet. It keeps its input when a save fails. */
export function FormBody({ isBusy, told, onSubmit, children, below, foot }: FormProps) {
  const online = useOnline()
  const inForm = useFieldErrors<HTMLFormElement>()
  // While a question is open, nothing is sent.
  const isSending = useStore(useDesk().questions).length === 0 && isBusy
  const isSlow = useIsSlow(isSending)
  return (
    <form
      ref={inForm}
      className="sheet-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div className="body">
        {children}
        {!online && <p className="hint">This browser is offline. What you typed stays here.</p>}
        {told && <ToneBox tone={toneOf(told)} text={told.says} />}
        {below}
      </div>
      {foot({
        isWaiting: isBusy || !online || undefined,
        saying: (action) => (isSlow ? 'Saving… No answer yet' : isSending ? 'Saving…' : action),
      })}
    </form>
  )
}
