import { Fragment, useMemo, useState, type ReactNode } from 'react'
import { CopyPlus, Link, Trash2 } from 'lucide-react'
import * as z from 'zod/mini'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { ResourceName } from '#api/problem.ts'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import { showsAnotherRow, outcomeRow } from '#api/write/outcome.ts'
import { useAppContext, type Overlay } from '#web/jobs/app-context.tsx'
import { createRow, runAction } from '#web/jobs/run-action.ts'
import { Callout, messageTone } from '#web/jobs/result-note.tsx'
import { type FormContext, createNameLookup } from '#web/resource/form.ts'
import { typedKeys } from '#web/resource/resource.ts'
import { useOnline, useSession } from '#web/session/session.ts'
import { useIsSlow } from '#web/ui/placeholders.tsx'
import { copyText } from '#web/ui/clipboard.ts'
import { useNow } from '#web/ui/use-now.ts'
import { useAnnounceFieldErrors } from '#web/ui/announcer.tsx'
import { UntrustedText } from '#web/ui/untrusted-text.tsx'
import { isDeepEqual } from '#web/ui/deep-equal.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { useStore } from '#web/ui/store.ts'
import { RowDetails, RowProblem } from './row-details.tsx'
import { useDiscardGuard, usePasswordControl, useZodForm, shouldCloseForm, useSubmitAction } from './form-hooks.tsx'
import './row-sheet.css'

interface Props {
  resource: ResourceName
  opened: Extract<Overlay, { type: 'new-row' | 'row' }>
  /** A row as it is shown now; undefined: there is none of this name. */
  rowOf: (name: string) => RowSnapshot<TimestampedRow> | undefined
  /** The address of a row; undefined: its name looks like a secret. */
  linkTo: (name: string) => string | undefined
  /** What can be done with the secret of a row: *Copy · Reveal · Replace…* */
  secretOf?: (row: TimestampedRow) => ReactNode
  /** `created`: the name of the new row. */
  onClose: (created?: string) => void
}

/** The one sheet of a row: new, like another, or an existing one with its details, whose form is always there. */
export function RowSheet(props: Props) {
  const { opened } = props
  return <RowOnce key={opened.type === 'new-row' ? `new ${opened.duplicateOf}` : `row ${opened.name}`} {...props} />
}

/** A row stays open while it is gone from the list: its form may have input. */
function RowOnce(props: Props) {
  const { opened, rowOf: rowNow } = props
  const [first] = useState(() => {
    const name = opened.type === 'new-row' ? opened.duplicateOf : opened.name
    return name === undefined ? undefined : rowNow(name)
  })
  if (opened.type === 'new-row') return <RowForm {...props} like={first?.row} />
  const seen = first ?? rowNow(opened.name)
  return seen === undefined ? <NoRow {...props} name={opened.name} /> : <RowForm {...props} first={seen} />
}

interface FormProps extends Props {
  /** The row as it was when the sheet opened; undefined: a new one. */
  first?: RowSnapshot<TimestampedRow> | undefined
  /** What a new one is to be like. */
  like?: TimestampedRow | undefined
}

/** The form of a row. It keeps its input when a save fails. */
function RowForm({ resource, opened, first, like, rowOf: rowNow, linkTo, secretOf: secretSlot, onClose }: FormProps) {
  const desk = useAppContext()
  const { service } = useSession()
  const online = useOnline()
  const inForm = useAnnounceFieldErrors<HTMLFormElement>()
  const { forms, noun, fields, nameOf } = desk.resources[resource]
  const [key = ''] = typedKeys(fields)
  const knows = desk.actionContext(resource)
  const names = useMemo(() => createNameLookup(knows.list), [knows.list])
  const world: FormContext = { ...knows, now: useNow(), names }
  const [seen, setSeen] = useState(first)
  const row = seen?.row
  const name = row && nameOf(row)
  const now = opened.type === 'row' ? rowNow(opened.name) : undefined
  const [atFirst] = useState(() => forms.newDefaults(world, like))
  const schema =
    row === undefined || name === undefined
      ? forms.newSchema(world)
      : z.pipe(
          forms.changeSchema(row, world),
          z.transform((change) => ({ name, change })),
        )
  const form = useZodForm(schema, row === undefined ? atFirst : forms.valuesOf(row))
  const isNewPassword = opened.type === 'new-row' ? forms.password !== undefined : opened.setsPassword === true
  const password = usePasswordControl(row !== undefined, isNewPassword)
  const { submit, told } = useSubmitAction(resource)
  const hasChanges = () => form.hasChanges() || password.isTyped()
  const isChanged = hasChanges() || (row !== undefined && password.isEnabled)
  const { leave, question } = useDiscardGuard(hasChanges)
  // A form with changes is compared with what was seen when they began.
  if (row !== undefined && now !== undefined && !isChanged && !form.isBusy && !isDeepEqual(now.row, row)) setSeen(now)

  const isGood = () => password.isGood(forms.password?.missing ?? '')
  const save = () =>
    form.submit(async ({ name: sent, change }) => {
      if (!isGood()) return
      const given = {
        change,
        readPassword: password.isEnabled ? password.secretOf(sent) : undefined,
        isInForm: true,
      } as const
      const item = await submit(() =>
        seen === undefined
          ? createRow(desk, resource, { name: sent, ...given }, given)
          : runAction(desk, resource, 'save', [seen], given),
      )
      if (item?.state === 'not-started') return void isGood()
      if (item?.outcome === undefined) return undefined
      if (shouldCloseForm(item)) return onClose(seen === undefined ? item.currentName : undefined)
      // The admin has seen what changed: the next save is compared with that.
      const read = outcomeRow(item.outcome)
      if (seen !== undefined && read !== undefined && !showsAnotherRow(item.outcome, key))
        setSeen({ row: read, readStartedAt: item.outcome.readStartedAt })
      return undefined
    }, isGood)
  const discard = () => {
    form.clear()
    password.setEnabled(false)
    if (now !== undefined) setSeen(now)
  }
  // While a question is open, nothing is sent.
  const isSending = useStore(desk.confirmations).length === 0 && form.isBusy
  const isSlow = useIsSlow(isSending)
  const onEdit = (other: string) => leave(() => desk.overlay.set({ type: 'row', resource, name: other }))
  const status = row && fields['status']?.format(row, world)
  const on = row === undefined ? 'On' : noun === 'user' ? 'User on' : 'Token on'
  return (
    <Sheet
      title={
        like ? (
          <>
            Copy of <UntrustedText text={nameOf(like)} />
          </>
        ) : name === undefined ? (
          `New ${noun}`
        ) : (
          <UntrustedText text={name} />
        )
      }
      under={[`${on} ${service.name}`, ...(status === undefined ? [] : [status])].join(' · ')}
      onClose={() => leave(() => onClose())}
      hasChanges={hasChanges}
    >
      <form
        ref={inForm}
        className="sheet-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <div className="body">
          {seen && <RowProblem resource={resource} seen={now ?? seen} world={world} />}
          {seen && now === undefined && <p className="hint">{`This ${noun} is no longer in the list.`}</p>}
          {/* In the order of the fields; flags are told apart by their own look. */}
          {Object.entries(fields).map(([field, { input }]) =>
            input === undefined || (input.createOnly === true && row !== undefined) ? null : (
              <Fragment key={field}>
                <input.Input form={{ ...form, password }} row={row} like={like} world={world} onEdit={onEdit} />
              </Fragment>
            ),
          )}
          {!online && <p className="hint">This browser is offline. What you typed stays here.</p>}
          {told && <Callout tone={messageTone(told)} text={told.text} />}
          {row && <RowDetails resource={resource} row={now?.row ?? row} world={world} secret={secretSlot?.(row)} />}
        </div>
        {seen && !isChanged ? (
          <AtRest resource={resource} seen={now ?? seen} link={linkTo(nameOf(seen.row))} onDeleted={() => onClose()} />
        ) : (
          <div className="foot row-foot">
            <span className="end" />
            <button type="button" className="btn raised-bg" onClick={row === undefined ? () => onClose() : discard}>
              {row === undefined ? 'Cancel' : 'Discard'}
            </button>
            <button type="submit" className="btn primary" aria-disabled={form.isBusy || !online || undefined}>
              {isSlow
                ? 'Saving… No answer yet'
                : isSending
                  ? 'Saving…'
                  : row === undefined
                    ? `Create ${noun}`
                    : 'Save changes'}
            </button>
          </div>
        )}
      </form>
      {question}
    </Sheet>
  )
}

/** A row that is gone before its sheet opens. */
function NoRow({ resource, name, onClose }: Props & { name: string }) {
  const { noun } = useAppContext().resources[resource]
  return (
    <Sheet title={<UntrustedText text={name} />} onClose={() => onClose()}>
      <div className="body">
        <p>{`This ${noun} is no longer in the list.`}</p>
      </div>
    </Sheet>
  )
}

interface AtRestProps {
  resource: ResourceName
  seen: RowSnapshot<TimestampedRow>
  link: string | undefined
  onDeleted: () => void
}

/** What can be done with a row whose form has no changes. */
function AtRest({ resource, seen, link, onDeleted }: AtRestProps) {
  const desk = useAppContext()
  const { acts, nameOf, canDuplicate } = desk.resources[resource]
  const remove = async () => {
    const job = await runAction(desk, resource, 'delete', [seen])
    if (job?.items[0]?.message?.status === 'success') onDeleted()
  }
  return (
    <div className="foot row-foot">
      <CopyLink link={link} />
      <span className="end" />
      {canDuplicate && (
        <button
          type="button"
          className="btn raised-bg"
          onClick={() => desk.overlay.set({ type: 'new-row', resource, duplicateOf: nameOf(seen.row) })}
        >
          <CopyPlus className="icon" aria-hidden="true" />
          Duplicate…
        </button>
      )}
      {acts['delete'] && (
        <button type="button" className="btn ghost red" data-initial-focus onClick={() => void remove()}>
          <Trash2 className="icon" aria-hidden="true" />
          Delete…
        </button>
      )}
    </div>
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
