import { useEffect, useState, type ReactNode } from 'react'
import { CopyPlus, Link, Trash2 } from 'lucide-react'
import type { Dated } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import type { Seen } from '#contract/write/kind.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import { create, doAct } from '#web/jobs/do-act.ts'
import type { Opened } from '#web/jobs/opened.ts'
import type { FormWorld } from '#web/resource/form.ts'
import { isOtherRow, rowOf } from '#contract/write/outcome.ts'
import { keysOf } from '#web/resource/resource.ts'
import { copyText } from '#web/ui/clipboard.ts'
import { useNow } from '#web/ui/clock.ts'
import { Foreign } from '#web/ui/names/foreign.tsx'
import { useSession } from '#web/session/session.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { useNames } from './names-of.ts'
import { FormBody, Inputs, isDone, useSubmit } from './row-form.tsx'
import { RowFacts, Wrong } from './row-facts.tsx'
import { useDiscard } from './use-discard.tsx'
import { usePassword } from './use-password.ts'
import { useSchemaForm } from './use-schema-form.ts'
import './row-sheet.css'

interface Props {
  resource: ResourceName
  opened: Extract<Opened, { is: 'new' | 'row' }>
  /** A row as it is shown now; undefined: there is none of this name. */
  rowOf: (name: string) => Seen<Dated> | undefined
  /** The address of a row; undefined: its name looks like a secret. */
  linkTo: (name: string) => string | undefined
  /** What can be done with the secret of a row: *Copy · Reveal · Replace…* */
  secretOf?: (row: Dated) => ReactNode
  /** `created`: the name of the new row. */
  onClose: (created?: string) => void
}

/** The one sheet of a row: new, like another, or an existing one with its details, whose form is always there. */
export function RowSheet(props: Props) {
  const { opened } = props
  if (opened.is === 'new') return <NewRow key={`new ${opened.like}`} {...props} opened={opened} />
  return <RowOnce key={`row ${opened.name}`} {...props} opened={opened} />
}

/** A row stays open while it is gone from the list: its form may have input. */
function RowOnce(props: Props & { opened: Extract<Opened, { is: 'row' }> }) {
  const { name } = props.opened
  const [first] = useState(() => props.rowOf(name))
  const seen = first ?? props.rowOf(name)
  return seen === undefined ? <NoRow {...props} name={name} /> : <OldRow {...props} first={seen} />
}

/** What forms of a resource know now. */
function useFormWorld(resource: ResourceName): FormWorld {
  const knows = useDesk().knows(resource)
  const now = useNow()
  return { ...knows, now, names: useNames(knows.list) }
}

function NewRow({ resource, opened, rowOf, onClose }: Props & { opened: Extract<Opened, { is: 'new' }> }) {
  const desk = useDesk()
  const { place } = useSession()
  const { forms, noun } = desk.resources[resource]
  const world = useFormWorld(resource)
  const [like] = useState(() => (opened.like === undefined ? undefined : rowOf(opened.like)?.row))
  const [first] = useState(() => forms.first(world, like))
  const form = useSchemaForm(forms.newRow(world), first)
  const password = usePassword(false, forms.password !== undefined)
  const { submit, secretOf, told } = useSubmit(resource, password)
  const hasChanges = () => form.hasChanges() || password.isTyped()
  const { leave, question } = useDiscard(hasChanges)
  const isGood = () => forms.password === undefined || password.isGood(forms.password.missing)
  const save = () =>
    form.submit(async (row) => {
      if (!isGood()) return
      const secret = forms.password && secretOf(row.name)
      const item = await submit(() => create(desk, resource, { ...row, secret }, { isInForm: true }))
      if (item?.state === 'not-started') isGood()
      else if (item !== undefined && isDone(item)) onClose(item.after)
    }, isGood)
  return (
    <Sheet
      title={like === undefined ? `New ${noun}` : <Copied name={opened.like ?? ''} />}
      under={`On ${place.name}`}
      onClose={() => leave(() => onClose())}
      hasChanges={hasChanges}
    >
      <FormBody
        isBusy={form.isBusy}
        told={told}
        onSubmit={save}
        foot={({ isWaiting, saying }) => (
          <div className="foot">
            <span className="end" />
            <button type="button" className="btn raised-bg" onClick={() => onClose()}>
              Cancel
            </button>
            <button type="submit" className="btn primary" aria-disabled={isWaiting}>
              {saying(`Create ${noun}`)}
            </button>
          </div>
        )}
      >
        <Inputs
          resource={resource}
          form={{ ...form, password }}
          row={undefined}
          like={like}
          world={world}
          onEdit={(name) => leave(() => desk.opened.set({ is: 'row', resource, name }))}
        />
      </FormBody>
      {question}
    </Sheet>
  )
}

const Copied = ({ name }: { name: string }) => (
  <>
    Copy of <Foreign text={name} />
  </>
)

interface OldProps extends Props {
  opened: Extract<Opened, { is: 'row' }>
  first: Seen<Dated>
}

function OldRow({ resource, opened, first, rowOf: rowNow, linkTo, secretOf: secretSlot, onClose }: OldProps) {
  const desk = useDesk()
  const { place } = useSession()
  const { forms, noun, fields, acts, nameOf, canDuplicate } = desk.resources[resource]
  const [key = ''] = keysOf(fields)
  const world = useFormWorld(resource)
  const now = rowNow(opened.name)
  const [seen, setSeen] = useState(first)
  const { row } = seen
  const name = nameOf(row)
  const form = useSchemaForm(forms.change(row, world), forms.typed(row))
  const password = usePassword(true, opened.hasPassword === true)
  const { submit, secretOf, told } = useSubmit(resource, password)
  const hasChanges = () => form.hasChanges() || password.isTyped()
  const isChanged = hasChanges() || password.isWanted
  const { leave, question } = useDiscard(hasChanges)
  const take = (next: Seen<Dated>) => {
    setSeen(next)
    form.rebase(forms.typed(next.row))
  }
  const isOld = now !== undefined && !isSame(now.row, row)
  useEffect(() => {
    // A form with changes is compared with what was seen when they began.
    // oxlint-disable-next-line react/set-state-in-effect -- the form, which is outside React’s state, is rebased with it
    if (isOld && now !== undefined && !isChanged && !form.isBusy) take(now)
  })
  const isGood = () => forms.password === undefined || password.isGood(forms.password.missing)
  const save = () =>
    form.submit(async (change) => {
      if (!isGood()) return
      const secret = password.isWanted ? secretOf(name) : undefined
      const given = { change, secret, isInForm: true } as const
      const item = await submit(() => doAct(desk, resource, 'save', [seen], given))
      if (item?.state === 'not-started') return void isGood()
      if (item?.outcome === undefined) return undefined
      if (isDone(item)) return onClose()
      // The admin has seen what changed: the next save is compared with that.
      const read = rowOf(item.outcome)
      if (read !== undefined && !isOtherRow(item.outcome, key)) take({ row: read, beganAt: item.outcome.at })
      return undefined
    }, isGood)
  const discard = () => {
    form.clear()
    password.want(false)
    if (now !== undefined) take(now)
  }
  const remove = async () => {
    const job = await doAct(desk, resource, 'delete', [now ?? seen])
    if (job?.items[0]?.told?.result === 'done') onClose()
  }
  const status = fields['status']?.show(row, world)
  const under = `${noun === 'user' ? 'User' : 'Token'} on ${place.name}${status === undefined ? '' : ` · ${status}`}`
  return (
    <Sheet title={<Foreign text={name} />} under={under} onClose={() => leave(() => onClose())} hasChanges={hasChanges}>
      <FormBody
        isBusy={form.isBusy}
        told={told}
        onSubmit={save}
        below={
          <RowFacts
            resource={resource}
            row={now?.row ?? row}
            world={world}
            secret={secretSlot?.(row)}
            isTold={told !== undefined}
          />
        }
        foot={({ isWaiting, saying }) =>
          isChanged ? (
            <div key="changed" className="foot row-foot">
              <span className="end" />
              <button type="button" className="btn raised-bg" onClick={discard}>
                Discard
              </button>
              <button type="submit" className="btn primary" aria-disabled={isWaiting}>
                {saying('Save changes')}
              </button>
            </div>
          ) : (
            <div key="at-rest" className="foot row-foot">
              <CopyLink link={linkTo(name)} />
              <span className="end" />
              {canDuplicate && (
                <button
                  type="button"
                  className="btn raised-bg"
                  onClick={() => desk.opened.set({ is: 'new', resource, like: name })}
                >
                  <CopyPlus className="icon" aria-hidden="true" />
                  Duplicate…
                </button>
              )}
              {acts['delete'] && (
                <button type="button" className="btn ghost red" data-safe onClick={() => void remove()}>
                  <Trash2 className="icon" aria-hidden="true" />
                  Delete…
                </button>
              )}
            </div>
          )
        }
      >
        <Wrong resource={resource} seen={now ?? seen} world={world} />
        {now === undefined && <p className="hint">{`This ${noun} is no longer in the list.`}</p>}
        <Inputs
          resource={resource}
          form={{ ...form, password }}
          row={row}
          world={world}
          onEdit={(other) => leave(() => desk.opened.set({ is: 'row', resource, name: other }))}
        />
      </FormBody>
      {question}
    </Sheet>
  )
}

/** A row that is gone before its sheet opens. */
function NoRow({ resource, name, onClose }: Props & { name: string }) {
  const { noun } = useDesk().resources[resource]
  return (
    <Sheet title={<Foreign text={name} />} onClose={() => onClose()}>
      <div className="body">
        <p>{`This ${noun} is no longer in the list.`}</p>
      </div>
    </Sheet>
  )
}

function CopyLink({ link }: { link: string | undefined }) {
  const { toasts } = useSession()
  if (link === undefined) return <span className="hint">No address may hold a name that looks like a secret.</span>
  const copy = async () => {
    if (await copyText(new URL(link, window.location.href).href)) toasts.show('Link copied.')
    else toasts.show('This browser refused to copy the link.', { mark: 'failed' })
  }
  return (
    <button type="button" className="btn ghost" onClick={() => void copy()}>
      <Link className="icon" aria-hidden="true" />
      Copy link
    </button>
  )
}

/** Whether two reads show the same row. Lists may hand out another object each time. */
function isSame(a: Dated, b: Dated): boolean {
  const others = new Map<string, unknown>(Object.entries(b))
  return (
    a === b || Object.entries(a).every(([field, value]) => JSON.stringify(value) === JSON.stringify(others.get(field)))
  )
}
